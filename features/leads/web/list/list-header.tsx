import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { paths } from '#platform/web/page/paths.ts'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'
import { backfillText, plural } from '../labels.ts'
import { csvUrl } from '../queries.ts'
import type { View } from '../view.ts'
import { sorts } from '../view.ts'
import { SearchBox } from './search-box.tsx'

/** Loaded after the rows. */
const FilterChips = lazy(async () => {
  await new Promise<void>(whenQuiet)
  return { default: (await loadPart(() => import('./filter-chips.tsx'))).FilterChips }
})

/** Loaded when it is opened. */
const OrderPanel = lazy(async () => ({ default: (await loadPart(() => import('./order-panel.tsx'))).OrderPanel }))

interface ListHeaderProps {
  view: View
  project: CurrentProject
  total: number
  totalCapped: boolean
  onView: (view: View, replace: boolean) => void
}

export function ListHeader({ view, project, total, totalCapped, onView }: ListHeaderProps) {
  const [adjusting, setAdjusting] = useState(false)
  const processing = project.status === 'processing'
  const count = total > 0 && `${plural(total, 'lead')}${totalCapped ? ' or more' : ''}`
  const isSample = project.realm === 'sandbox'
  const figures = (
    // Numbers that change constantly are not read out.
    <p aria-live={processing ? 'off' : 'polite'} className="tabular min-w-0 flex-1 truncate text-muted text-sm">
      {processing ? backfillText(project) : count}
    </p>
  )
  return (
    <header className="shrink-0">
      <div className="flex h-14 items-center gap-1 pr-2 pl-4">
        <h1 className="font-semibold text-lg">Opportunities</h1>
        <div className="flex min-w-0 flex-1 pl-2">{!processing && !isSample && figures}</div>
        <SortMenu view={view} onView={(next) => onView(next, false)} onAdjust={() => setAdjusting(true)} />
        <a
          href={csvUrl(project.id, view)}
          download
          aria-label="Export CSV"
          title="Export CSV"
          className={buttonClasses({ look: 'ghost', size: 'icon' })}
        >
          <Icon name="table" />
        </a>
        <Button
          look="ghost"
          size="icon"
          aria-label="Keyboard shortcuts"
          onClick={() => setOpenDialog('shortcuts')}
          className="max-lg:hidden"
        >
          <Icon name="keyboard" />
        </Button>
      </div>
      {(processing || isSample) && (
        <div className="-mt-2 flex items-center gap-2 px-4 pb-1">
          {isSample && (
            <Link to={paths.projectMain} title="Made-up posts. Choose sources in the settings." className="rounded">
              <Badge look="accent">Sample data</Badge>
            </Link>
          )}
          {figures}
        </div>
      )}
      <div className="px-4">
        <SearchBox text={view.text} onSearch={(text) => onView({ ...view, text }, true)} />
      </div>
      {(adjusting || view.weights !== null) && (
        <Suspense>
          <OrderPanel
            project={project}
            weights={view.weights}
            onWeights={(weights) => onView({ ...view, weights, ...(weights && { sort: 'now' }) }, true)}
            onClose={() => {
              setAdjusting(false)
              onView({ ...view, weights: null }, true)
            }}
          />
        </Suspense>
      )}
      {/* As high as the chips, so that nothing moves once they are there. */}
      <div className="min-h-11 pointer-coarse:min-h-13">
        <Suspense>
          <FilterChips projectId={project.id} view={view} onView={(next) => onView(next, false)} />
        </Suspense>
      </div>
    </header>
  )
}

interface SortMenuProps {
  view: View
  onView: (view: View) => void
  onAdjust: () => void
}

function SortMenu({ view, onView, onAdjust }: SortMenuProps) {
  const current = sorts.find(({ value }) => value === view.sort)
  return (
    <Menu
      align="end"
      trigger={
        <Button look="ghost" size="small" className="min-w-0 shrink!">
          <span className="sr-only">Sort: </span>
          <span className="truncate">{current?.label}</span> <Icon name="chevronDown" />
        </Button>
      }
    >
      {sorts.map(({ value, label }) => (
        <MenuItem
          key={value}
          icon={<Icon name="check" className={value === view.sort ? '' : 'invisible'} />}
          onClick={() => onView({ ...view, sort: value })}
        >
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Icon name="settings" />} onClick={onAdjust}>
        Adjust order
      </MenuItem>
    </Menu>
  )
}
