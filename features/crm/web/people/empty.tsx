import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { noPeopleFilters, type PeopleBox } from '#engine/crm/people-view.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { isFiltered } from './filters.ts'
import { anyoneQuery } from './queries.ts'
import type { CrmState } from './use-crm.ts'

/** A view without people: why, and what to do next. */
export function Empty({ state }: { state: CrmState }) {
  const { project, view, mayChange, go, setDialog } = state
  const anyone = useQuery(anyoneQuery(project.id))
  if (hasFailed(anyone)) return <FetchFailure query={anyone} title="Couldn't load people" />
  if (anyone.data === undefined) return <ListSkeleton label="Loading people" />
  if (!anyone.data) {
    return (
      <EmptyState
        figure={<Icon name="people" className="size-10" />}
        title="No people yet"
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Link to={paths.opportunities} className={buttonClasses({ look: 'primary' })}>
              Choose from your leads
            </Link>
            {mayChange && <Button onClick={() => setDialog('add')}>Add person</Button>}
            {mayChange && <Button onClick={() => setDialog('import')}>Import CSV</Button>}
          </span>
        }
      >
        Keep track of the people you talk to, from the first message to the deal. Open a lead and choose “Add to CRM”.
        People you message, or who write to you, are added automatically.
      </EmptyState>
    )
  }
  if (isFiltered(view)) {
    return (
      <EmptyState
        figure={<Icon name="search" className="size-10" />}
        title="No matching people"
        action={<Button onClick={() => go({ ...view, ...noPeopleFilters })}>Clear filters</Button>}
      >
        Nobody in this view matches the search and the filters.
      </EmptyState>
    )
  }
  const { title, text } = texts[view.box]
  return (
    <EmptyState
      figure={<Icon name="through" className="size-10" />}
      title={title}
      action={<Button onClick={() => go({ ...view, box: 'all' })}>Show everyone</Button>}
    >
      {text}
    </EmptyState>
  )
}

const texts: Record<PeopleBox, { title: string; text: string }> = {
  all: { title: 'Nobody here', text: 'Nobody is in these stages.' },
  overdue: { title: 'Nothing overdue', text: 'People whose next action was due before today appear here.' },
  today: { title: 'Nothing due today', text: 'People whose next action is due today appear here.' },
  mine: { title: 'Nobody is assigned to you', text: 'People you own appear here.' },
  none: {
    title: 'Everyone has a next action',
    text: 'People without a task appear here until they are won or lost.',
  },
}
