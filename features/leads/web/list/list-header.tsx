import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { paths } from '#platform/web/page/paths.ts'
import { backfillText, plural } from '../labels.ts'
import type { View } from '../view.ts'
import { sorts } from '../view.ts'
import { FilterChips } from './filter-chips.tsx'
import { SearchBox } from './search-box.tsx'

interface ListHeaderProps {
  view: View
  project: CurrentProject
  total: number
  totalCapped: boolean
  onView: (view: View, replace: boolean) => void
}

export function ListHeader({ view, project, total, totalCapped, onView }: ListHeaderProps) {
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
        <SortMenu view={view} onView={(next) => onView(next, false)} />
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
      <FilterChips projectId={project.id} view={view} onView={(next) => onView(next, false)} />
    </header>
  )
}

function SortMenu({ view, onView }: { view: View; onView: (view: View) => void }) {
  const current = sorts.find(({ value }) => value === view.sort)
  return (
    <Menu
      align="end"
      trigger={
        <Button look="ghost" size="small">
          <span className="sr-only">Sort: </span>
          {current?.label} <Icon name="chevronDown" />
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
    </Menu>
  )
}
