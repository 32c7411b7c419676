import { Suspense } from 'react'
import { Link } from 'react-router'
import { peopleBoxes, peopleParams, readPeopleView } from '#engine/crm/people-view.ts'
import { Button } from '#platform/ui/button.tsx'
import { chipClasses } from '#platform/ui/filter-chip.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { LookSwitch } from '#platform/ui/look-switch.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { SearchField } from '#platform/web/forms/search-field.tsx'
import { SampleBadge } from '#platform/web/page/sample-badge.tsx'
import { useSlot } from '#platform/web/slots.ts'
import { csvUrl } from './csv-url.ts'
import { searchId } from './element-ids.ts'
import { FilterChips } from './filter-chips.tsx'
import { viewKey } from './filters.ts'
import { boxNames, peopleText } from './labels.ts'
import type { CrmState } from './use-crm.ts'

const looks = [
  { value: 'board', label: 'Board', icon: 'board' },
  { value: 'table', label: 'Table', icon: 'table' },
] as const

/** The title, the search, the views by next action, and the filters. */
export function Header({ state }: { state: CrmState }) {
  const { project, view, look, totals, mayChange, go, chooseLook, setDialog } = state
  const SavedViews = useSlot('savedViews')
  const number = totals.data?.reduce((sum, { people }) => sum + people, 0)
  return (
    <header className="shrink-0 border-line border-b">
      <div className="flex h-14 items-center gap-2 pr-2 pl-4">
        <h1 className="font-semibold text-lg">CRM</h1>
        <div className="flex min-w-0 flex-1 items-center gap-2">
          {project.realm === 'sandbox' && <SampleBadge of="people" />}
          <p aria-live="polite" className="tabular truncate text-muted text-sm max-sm:sr-only">
            {number !== undefined && number > 0 && peopleText(number)}
          </p>
        </div>
        <LookSwitch looks={looks} look={look} onLook={chooseLook} />
        {mayChange && (
          <Button size="small" onClick={() => setDialog('add')} aria-label="Add person">
            <Icon name="add" /> <span className="max-sm:hidden">Add person</span>
          </Button>
        )}
        <MoreMenu state={state} />
      </div>
      <div className="flex gap-2 px-4">
        <div className="min-w-0 max-w-lg flex-1">
          <SearchField
            id={searchId}
            label="Search by handle"
            text={view.text}
            onSearch={(text) => go({ ...view, text }, true)}
          />
        </div>
        <div className="h-9 min-w-23">
          <Suspense>
            <SavedViews
              projectId={project.id}
              kind="people"
              params={peopleParams({ ...view, look, at: null }, null).toString()}
              isShown={(params) => {
                const saved = readPeopleView(new URLSearchParams(params))
                return viewKey(saved) === viewKey(view) && (saved.look ?? look) === look
              }}
              hint="A view saves the search, filters, sort order, and layout."
              onView={(params) => go(readPeopleView(new URLSearchParams(params)))}
            />
          </Suspense>
        </div>
      </div>
      <div className="flex items-center gap-1.5 px-4 py-2.5 max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:flex-wrap">
        <nav aria-label="Views" className="flex shrink-0 items-center gap-1.5">
          {peopleBoxes.map((box) => (
            <Link
              key={box}
              to={`?${peopleParams({ ...view, box }, null)}`}
              aria-current={box === view.box ? 'page' : undefined}
              className={chipClasses(box === view.box)}
            >
              {boxNames[box]}
            </Link>
          ))}
        </nav>
        <span aria-hidden="true" className="mx-1 h-5 w-px shrink-0 bg-line" />
        <FilterChips state={state} />
      </div>
    </header>
  )
}

function MoreMenu({ state }: { state: CrmState }) {
  const { mayChange, setDialog } = state
  return (
    <Menu
      align="end"
      trigger={
        <Button look="ghost" size="icon" aria-label="More">
          <Icon name="more" />
        </Button>
      }
    >
      <MenuItem icon={<Icon name="settings" />} onClick={() => setDialog('stages')}>
        {mayChange ? 'Edit stages' : 'Show stages'}
      </MenuItem>
      <MenuSeparator />
      {mayChange && (
        <MenuItem icon={<Icon name="upload" />} onClick={() => setDialog('import')}>
          Import CSV
        </MenuItem>
      )}
      <MenuItem
        icon={<Icon name="download" />}
        detail="The people of this view"
        render={<a href={csvUrl(state)} download />}
      >
        Export CSV
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Icon name="keyboard" />} onClick={() => setOpenDialog('shortcuts')}>
        Keyboard shortcuts
      </MenuItem>
    </Menu>
  )
}
