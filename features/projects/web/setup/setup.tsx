import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { loadOptional } from '#platform/ui/parts.ts'
import { Wordmark } from '#platform/ui/signal.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure } from '#platform/web/api/fetch-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { logOut } from '#platform/web/session/log-out.ts'
import { projectsQuery, selectProject, useUser } from '#platform/web/session/project.ts'
import type { Project } from '../../contract.ts'
import { call } from '../api.ts'
import { noAnswers } from './answers.ts'
import { Steps } from './steps.tsx'

/** For users who archived their only project and are therefore sent here. */
const ArchivedProjects = lazy(() =>
  loadOptional(async () => (await import('../archived-projects.tsx')).ArchivedProjects),
)

/** The user's unfinished setup, read once per visit: from then on, this page has the newest answers. */
const setupQuery = {
  queryKey: ['setup'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call('setup', { signal })).data ?? noAnswers,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnReconnect: false,
}

/** Sets up a project in five steps, from where the user left off. */
export function Setup() {
  const { data: projects = [] } = useQuery(projectsQuery)
  const query = useQuery(setupQuery)
  const userId = useUser()?.id ?? ''
  const isFirst = projects.length === 0
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-6 pt-6 pb-16 has-[[data-wide]]:lg:max-w-5xl">
      <Header isFirst={isFirst} />
      <main className="mt-8 sm:mt-12">
        {isFirst && <RestoreProject />}
        {query.data ? (
          <Steps userId={userId} onServer={query.data} />
        ) : query.isPending ? (
          <>
            <h1 className="sr-only">Setup</h1>
            <div className="flex flex-col gap-6">
              <Skeleton className="h-9 w-72 max-w-full" />
              <Skeleton className="h-10 w-full" />
              <Skeleton className="h-10 w-full" />
              <Skeleton className="h-24 w-full" />
            </div>
          </>
        ) : (
          <FetchFailure query={query} title="Couldn't load your setup" />
        )}
      </main>
    </div>
  )
}

/** Users without a project can only log out; others can return to their leads. */
function Header({ isFirst }: { isFirst: boolean }) {
  return (
    <header className="flex items-center justify-between">
      <Wordmark className="text-lg" />
      {isFirst ? (
        <Button look="ghost" size="small" onClick={() => void logOut()}>
          Sign out
        </Button>
      ) : (
        <Link to={paths.opportunities} className={buttonClasses({ look: 'ghost', size: 'small' })}>
          Cancel
        </Link>
      )}
    </header>
  )
}

function RestoreProject() {
  const navigate = useNavigate()
  async function open({ id }: Project): Promise<void> {
    selectProject(id)
    await navigate(paths.opportunities, { replace: true })
  }
  return (
    <Suspense>
      <ArchivedProjects className="mb-12" onRestored={(project) => void open(project)} />
    </Suspense>
  )
}
