import { useQuery } from '@tanstack/react-query'
import { placeName } from '#engine/places/places.ts'
import { Button } from '#platform/ui/button.tsx'
import { ChipMenu, FilterChip } from '#platform/ui/filter-chip.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { MenuItem } from '#platform/ui/overlays/menu.tsx'
import { feelingNames, statusNames } from '../labels.ts'
import { choicesQuery } from '../queries.ts'
import { defaultView, feelings, isFiltered, noFilters, type Place, statuses, type View } from '../view.ts'

interface FilterChipsProps {
  project: Place
  view: View
  onView: (view: View) => void
}

/** One chip for each kind of filter. */
export function FilterChips({ project, view, onView }: FilterChipsProps) {
  const { data: choices } = useQuery(choicesQuery(project, view.tab))
  const change = (filters: Partial<View>) => onView({ ...view, ...filters })
  // The project's own name is what the tab is about.
  const named = choices?.named.filter(({ id }) => id !== project.id)
  const phrases = new Map(named?.map(({ id, phrase }) => [id, phrase]))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Filters" className="flex min-h-11 items-center pr-2 pointer-coarse:min-h-13">
      <div className="flex min-w-0 flex-1 gap-1.5 overflow-x-auto py-2 pr-2 pl-4 [scrollbar-width:none]">
        <ChipMenu label="Status" text={view.status === defaultView.status ? null : statusNames[view.status]}>
          {statuses.map((status) => (
            <MenuItem
              key={status}
              icon={<Icon name="check" className={status === view.status ? '' : 'invisible'} />}
              onClick={() => change({ status })}
            >
              {statusNames[status]}
            </MenuItem>
          ))}
        </ChipMenu>
        <FilterChip
          label="Sentiment"
          options={feelings}
          chosen={view.feelings}
          textOf={(feeling) => feelingNames[feeling]}
          empty=""
          onChange={(chosen) => change({ feelings: chosen })}
        />
        <FilterChip
          label="Name"
          options={named?.map(({ id }) => id)}
          chosen={view.names}
          textOf={(id) => phrases.get(id) ?? 'A former name'}
          empty="No other names in your mentions"
          onChange={(names) => change({ names })}
        />
        <FilterChip
          label="Community"
          options={choices?.communities}
          chosen={view.communities}
          textOf={(community) => placeName(community)}
          empty="None in your mentions"
          onChange={(communities) => change({ communities })}
        />
      </div>
      {isFiltered(view) && (
        <Button
          look="ghost"
          size="small"
          className="whitespace-nowrap"
          onClick={() => change({ ...noFilters, range: null })}
        >
          Clear all
        </Button>
      )}
    </div>
  )
}
