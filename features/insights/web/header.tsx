import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { Tabs } from '#platform/ui/tabs.tsx'
import { setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { BrandBand } from '#platform/web/page/brand-band.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { SampleBadge } from '#platform/web/page/sample-badge.tsx'
import { useRole } from '#platform/web/session/role.ts'
import type { InsightsState } from './use-insights.ts'

/** Loaded when it is opened. */
const ShareDrawer = lazy(async () => ({
  default: (await loadPart(() => import('./share/share-drawer.tsx'))).ShareDrawer,
}))

/** The title, the boards and the reports as tabs, and what is shown of them. */
export function Header({ state, children }: { state: InsightsState; children: ReactNode }) {
  const [sharing, setSharing] = useState(false)
  const { project, view, go, boards, board, mayChange, openReport, brand } = state
  const isClient = useRole() === 'client'
  const list = boards.data?.boards ?? []
  return (
    <div className="flex min-h-full flex-col">
      {brand && isClient && (
        <div className="px-4 pt-4 print:hidden">
          <BrandBand brand={brand} />
        </div>
      )}
      <header className="flex h-14 shrink-0 items-center gap-2 pr-2 pl-4 print:hidden">
        <h1 className="font-semibold text-lg">Insights</h1>
        <div className="flex min-w-0 flex-1 items-center">
          {project.realm === 'sandbox' && <SampleBadge of="posts" />}
        </div>
        {mayChange && (
          <>
            <Link to={paths.insightsCopy} className={buttonClasses({ size: 'small' }, 'max-sm:hidden')}>
              <Icon name="edit" /> Edit boards
            </Link>
            <Button size="small" onClick={() => openReport(null)}>
              <Icon name="add" /> New report
            </Button>
          </>
        )}
        <Menu
          align="end"
          trigger={
            <Button look="ghost" size="icon" aria-label="More actions">
              <Icon name="more" />
            </Button>
          }
        >
          <MenuItem
            icon={<Icon name="note" />}
            disabled={view.page !== 'board' || !board}
            detail="All charts of this board, or save as PDF"
            onClick={() => window.print()}
          >
            Print report
          </MenuItem>
          {mayChange && (
            <MenuItem icon={<Icon name="edit" />} render={<Link to={paths.insightsCopy} />}>
              Edit boards
            </MenuItem>
          )}
          {mayChange && (
            <MenuItem
              icon={<Icon name="external" />}
              disabled={view.page !== 'board' || !board}
              detail="For people without an account"
              onClick={() => setSharing(true)}
            >
              Share with a link
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={<Icon name="keyboard" />} onClick={() => setOpenDialog('shortcuts')}>
            Keyboard shortcuts
          </MenuItem>
        </Menu>
      </header>
      {sharing && board && (
        <Suspense>
          <ShareDrawer
            projectId={project.id}
            shared={{ board: board.id }}
            name={board.name}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      )}
      <Tabs
        label="Boards"
        tabs={[...list.map(({ id, name }) => ({ value: id, label: name })), { value: 'reports', label: 'Reports' }]}
        value={view.page === 'reports' ? 'reports' : (board?.id ?? '')}
        onValueChange={(value) =>
          go({
            ...view,
            ...(value === 'reports'
              ? { page: 'reports', report: null }
              : { page: 'board', report: null, board: value }),
          })
        }
        className="flex flex-1 flex-col print:[&>div:first-child]:hidden"
      >
        {children}
      </Tabs>
    </div>
  )
}
