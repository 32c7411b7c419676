import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type TileChange, tileChanges } from '#engine/insights/board-changes.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { Locked } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useIsExtraWide } from '#platform/web/page/wide.ts'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { todayIn } from '#platform/web/text/today.ts'
import { BoardSkeleton } from '../board/board-skeleton.tsx'
import { rangeOf } from '../view.ts'
import { PublishedBoards } from './published-boards.tsx'
import { useWorkingCopy } from './use-working-copy.ts'
import { WorkingBoards } from './working-boards.tsx'

/** The boards that the team works on, beside those that everyone sees. */
export function WorkingCopy() {
  const projects = useQuery(projectsQuery)
  const project = useProject()
  const role = useRole()
  const reason = role && whyNot(role, 'changeReports')
  if (reason) {
    return (
      <div className="mx-auto max-w-3xl px-4 pt-10 sm:px-8">
        <h1 className="mb-4 font-semibold text-lg">Working copy</h1>
        <Locked>{reason}</Locked>
      </div>
    )
  }
  if (project && role) return <WorkingCopyOf key={project.id} project={project} />
  if (hasFailed(projects)) return <FetchFailure query={projects} title="Error fetching projects" />
  return <BoardSkeleton />
}

function WorkingCopyOf({ project }: { project: CurrentProject }) {
  const copies = useWorkingCopy(project.id)
  const { published, working, publish, discard } = copies
  const isSideBySide = useIsExtraWide()
  const [shown, setShown] = useState<'working' | 'published'>('working')
  const [boardId, setBoardId] = useState<string | null>(null)
  const [today] = useState(() => todayIn(project.timeZone, new Date()))
  const [scope] = useState(() => ({ range: rangeOf(30, today), compare: 'before' as const, communities: [] }))
  const isChanged = working.data?.isChanged ?? false
  useCommands('Working copy', [
    { id: 'copy publish', label: 'Publish boards', icon: 'check', run: isChanged ? () => void publish() : null },
    { id: 'copy discard', label: 'Discard working copy', icon: 'remove', run: isChanged ? () => void discard() : null },
  ])
  if (hasFailed(published) || hasFailed(working)) {
    return (
      <div className="px-4 py-3">
        <h1 className="font-semibold text-lg">Working copy</h1>
        {hasFailed(published) ? (
          <FetchFailure query={published} title="Couldn't load the boards" />
        ) : (
          <FetchFailure query={working} title="Couldn't load the working copy" />
        )}
      </div>
    )
  }
  if (!published.data || !working.data) return <BoardSkeleton />
  const changes = tileChanges(published.data.boards, working.data.boards)
  const shared = { project, today, scope, changes, boardId, onBoard: setBoardId }
  const left = <PublishedBoards {...shared} boards={published.data.boards} />
  const right = <WorkingBoards {...shared} copies={copies} boards={working.data.boards} />
  return (
    <div className="flex min-h-full flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3">
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="font-semibold text-lg">Working copy</h1>
          <p aria-live="polite" className="text-muted text-sm">
            {isChanged ? changesText(changes) : 'The same as the published boards. Every change is saved here first.'}
          </p>
        </div>
        <Link to={paths.insights} className={buttonClasses({ look: 'ghost', size: 'small' })}>
          <Icon name="back" /> Insights
        </Link>
        <Button
          size="small"
          disabled={!isChanged}
          title={isChanged ? undefined : 'There is nothing to discard'}
          onClick={() => void discard()}
        >
          Discard
        </Button>
        <Button
          look="primary"
          size="small"
          disabled={!isChanged}
          title={isChanged ? undefined : 'There is nothing to publish'}
          onClick={() => void publish()}
        >
          Publish
        </Button>
      </header>
      {isSideBySide ? (
        <div className="grid flex-1 grid-cols-2 divide-x divide-line">
          <section aria-label="Published" className="min-w-0 bg-sunken p-4 pb-16">
            <h2 className="mb-3 font-semibold">Published</h2>
            {left}
          </section>
          <section aria-label="Working copy" className="min-w-0 p-4 pb-16">
            <h2 className="mb-3 font-semibold">Working copy</h2>
            {right}
          </section>
        </div>
      ) : (
        <Tabs
          label="Copies"
          value={shown}
          onValueChange={setShown}
          tabs={[
            { value: 'working', label: 'Working copy' },
            { value: 'published', label: 'Published' },
          ]}
        >
          <h2 className="sr-only">{shown === 'working' ? 'Working copy' : 'Published'}</h2>
          <div className="p-4 pb-16">{shown === 'working' ? right : left}</div>
        </Tabs>
      )}
    </div>
  )
}

const changeNames: Record<TileChange, string> = {
  added: 'added',
  changed: 'changed',
  moved: 'moved',
  removed: 'removed',
}

function changesText(changes: ReadonlyMap<string, TileChange>): string {
  const counts = Map.groupBy(changes.values(), (change) => change)
  const parts = [...counts].map(([change, all]) => `${all.length} ${changeNames[change]}`)
  return parts.length === 0 ? 'Changed, with the same charts' : `Charts: ${new Intl.ListFormat('en').format(parts)}`
}
