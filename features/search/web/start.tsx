import { useQuery } from '@tanstack/react-query'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { searchText, viewOfSaved } from './box/saved.ts'
import { savedSearchesQuery } from './queries.ts'
import { emptyView, type View } from './view.ts'

/** Queries that show what the language can do. */
const examples = ['"looking for" (tool OR app)', 'title:alternative', '"too expensive" -free after:30d']

/** What the search box is for, with something to start with. */
export function Start({ projectId, onView }: { projectId: string; onView: (view: View) => void }) {
  const { data: saved = [] } = useQuery(savedSearchesQuery(projectId))
  return (
    <EmptyState title="Search every stored post">
      <p>Matches appear here, newest first. Try a query, or choose a sign above.</p>
      <Choices label="Examples" views={examples.map((query) => ({ ...emptyView, query }))} onView={onView} />
      {saved.length > 0 && (
        <Choices
          label="Saved searches"
          views={saved.map(viewOfSaved)}
          names={saved.map(({ name }) => name)}
          onView={onView}
        />
      )}
    </EmptyState>
  )
}

interface ChoicesProps {
  label: string
  views: readonly View[]
  names?: readonly string[]
  onView: (view: View) => void
}

function Choices({ label, views, names, onView }: ChoicesProps) {
  return (
    <div className="mt-5 flex flex-col items-center gap-2">
      <h3 className="font-medium text-faint text-xs">{label}</h3>
      <div className="flex flex-wrap justify-center gap-2">
        {views.map((view, index) => (
          <Button key={names?.[index] ?? view.query} size="small" onClick={() => onView(view)}>
            {names?.[index] ?? searchText(view)}
          </Button>
        ))}
      </div>
    </div>
  )
}
