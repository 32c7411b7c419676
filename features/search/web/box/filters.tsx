import { placeName } from '#engine/places/places.ts'
import { Button } from '#platform/ui/button.tsx'
import type { Option } from '#platform/ui/fields/option.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { count } from '#platform/web/text/units.ts'
import type { SearchFacets } from '../../contract.ts'
import { ageNames, agesInOrder, isFiltered, kindNames, noFilters, sortNames, sortsInOrder, type View } from '../view.ts'

interface FiltersProps {
  view: View
  /** Undefined while unknown. */
  facets: SearchFacets | undefined
  /** Whether the matches are those that the facets count. */
  isCounted: boolean
  onView: (view: View) => void
}

/** The choice of no filter; no community has this name. */
const all = '*'

/** The facets of the matches, each with its counts, and their order. */
export function Filters({ view, facets, isCounted, onView }: FiltersProps) {
  const posts = (facet: 'subreddits' | 'kinds' | 'ages', value: string) => {
    const found = facets?.[facet].find((each) => each.value === value)
    return facets && isCounted ? ` (${count(found?.posts ?? 0)})` : ''
  }
  const names = facets?.subreddits.map(({ value }) => value) ?? []
  const communities = [
    ...new Set([...(view.subreddit && !names.includes(view.subreddit) ? [view.subreddit] : []), ...names]),
  ]
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-1">
      <Select
        quiet
        aria-label="Community"
        value={view.subreddit ?? all}
        options={[
          { value: all, label: 'All communities' },
          ...communities.map((name) => ({ value: name, label: `${placeName(name)}${posts('subreddits', name)}` })),
        ]}
        onChange={(subreddit) => onView({ ...view, subreddit: subreddit === all ? null : subreddit })}
      />
      <Select
        quiet
        aria-label="Type"
        value={view.kind ?? all}
        options={[
          { value: all, label: 'Posts and comments' },
          ...(['post', 'comment'] as const).map((kind) => option(kind, `${kindNames[kind]}${posts('kinds', kind)}`)),
        ]}
        onChange={(kind) => onView({ ...view, kind: kind === all ? null : kind })}
      />
      <Select
        quiet
        aria-label="Age"
        value={view.age ?? all}
        options={[
          { value: all, label: 'Any time' },
          ...agesInOrder.map((age) => option(age, `${ageNames[age]}${posts('ages', age)}`)),
        ]}
        onChange={(age) => onView({ ...view, age: age === all ? null : age })}
      />
      <Select
        quiet
        aria-label="Sort by"
        value={view.sort}
        options={sortsInOrder.map((sort) => option(sort, sortNames[sort]))}
        onChange={(sort) => onView({ ...view, sort })}
      />
      {isFiltered(view) && (
        <Button look="ghost" size="small" onClick={() => onView({ ...view, ...noFilters })}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

function option<Value extends string>(value: Value, label: string): Option<Value> {
  return { value, label }
}
