import type { View } from '#engine/rules/lead-view.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { csvUrl } from '../queries.ts'
import { namedSorts } from '../view.ts'

interface ListToolsProps {
  projectId: string
  view: View
  onView: (view: View) => void
  onAdjust: () => void
}

/** The order, the export, and the shortcuts, at the end of the list's title line. */
export function ListTools({ projectId, view, onView, onAdjust }: ListToolsProps) {
  return (
    <>
      <SortMenu view={view} onView={onView} onAdjust={onAdjust} />
      <a
        href={csvUrl(projectId, view)}
        download
        aria-label="Export CSV"
        title="Export CSV"
        className={buttonClasses({ look: 'ghost', size: 'icon' })}
      >
        <Icon name="download" />
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
    </>
  )
}

function SortMenu({ view, onView, onAdjust }: Omit<ListToolsProps, 'projectId'>) {
  const current = namedSorts.find(({ value }) => value === view.sort)
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
      {namedSorts.map(({ value, label }) => (
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
