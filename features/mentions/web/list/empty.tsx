import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import { mentionsText } from '../labels.ts'
import { choicesQuery } from '../queries.ts'
import { isFiltered, type Tab, type View } from '../view.ts'

interface EmptyProps {
  project: CurrentProject
  view: View
  onClear: () => void
  /** Shows handled mentions too. */
  onAll: () => void
}

/** An empty list: why it is empty, and what to do next. */
export function Empty({ project, view, onClear, onAll }: EmptyProps) {
  const { data: choices } = useQuery(choicesQuery(project, view.tab))
  if (isFiltered(view)) {
    return (
      <EmptyState
        figure={<Icon name="search" className="size-10" />}
        title="No matching mentions"
        action={<Button onClick={onClear}>Clear all filters</Button>}
      >
        No mentions in this tab match all filters.
      </EmptyState>
    )
  }
  if (!choices) return <ListSkeleton label="Loading mentions" />
  if (choices.counted > 0) {
    return (
      <EmptyState
        figure={<Icon name="through" className="size-10" />}
        title="You're all caught up"
        action={<Button onClick={onAll}>Show handled mentions</Button>}
      >
        You handled {choices.counted === 1 ? 'the only mention' : `all ${mentionsText(choices.counted)}`} in this tab.
        New ones appear here as posts arrive.
      </EmptyState>
    )
  }
  return <None tab={view.tab} project={project} />
}

/** Shown before the first mention of a tab. */
function None({ tab, project }: { tab: Tab; project: CurrentProject }) {
  const mayEdit = useMay('changeWatchlist')
  const { text, path, label } = nextSteps[tab](project.name)
  return (
    <EmptyState
      figure={<Icon name="comment" className="size-10" />}
      title="No mentions yet"
      action={
        mayEdit && (
          <Link to={path} className={buttonClasses({ look: 'primary' })}>
            {label}
          </Link>
        )
      }
    >
      {text}
    </EmptyState>
  )
}

interface NextStep {
  text: ReactNode
  path: string
  label: string
}

const nextSteps: Record<Tab, (name: string) => NextStep> = {
  brand: (name) => ({
    text: `Posts and comments that name ${name} appear here. If people call it something else too, add that as a brand keyword.`,
    path: paths.projectKeywords,
    label: 'Add brand keyword',
  }),
  competitor: () => ({
    text: 'Posts and comments that name your competitors appear here. Add competitors with all their names to find more.',
    path: paths.projectCompetitors,
    label: 'Add competitor',
  }),
  industry: () => ({
    text: 'Posts and comments with your keywords appear here. Add the words that people use for the problem you solve.',
    path: paths.projectKeywords,
    label: 'Add keyword',
  }),
  all: (name) => ({
    text: `Posts and comments that name ${name}, your competitors, or your keywords appear here.`,
    path: paths.projectKeywords,
    label: 'Add keyword',
  }),
}
