import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '#platform/ui/badge.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { sourceName } from '#platform/web/text/source-names.ts'
import { failureDetails, jobNames } from '../health/labels.ts'
import { UndeliveredMails } from '../mail/undelivered-mails.tsx'
import { errorsQuery } from './queries.ts'
import { Ago } from './times.tsx'

/** What fails on the server: sources, jobs, and email. */
export function ErrorsTab() {
  const query = useQuery(errorsQuery)
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      {hasFailed(query) ? (
        <FetchFailure query={query} title="Couldn't load the errors" />
      ) : query.data ? (
        <>
          <Part
            title="Sources"
            hint={
              <>
                Retried automatically. For the feeds of your own project, see{' '}
                <Link to={paths.projectSources} className="text-accent-ink underline underline-offset-3">
                  Sources
                </Link>
                .
              </>
            }
          >
            {query.data.sources.length === 0 ? (
              <p className="text-muted">All sources work.</p>
            ) : (
              <ul aria-label="Failing sources" className="divide-y divide-line border-line border-y">
                {query.data.sources.map(({ source, error, lastSuccessAt }) => (
                  <li key={source} className="py-2.5">
                    <p className="flex items-center gap-2 font-medium">
                      {sourceName(source)} <Badge look="danger">Not working</Badge>
                    </p>
                    <p className="wrap-anywhere text-danger text-sm">{error}</p>
                    <p className="text-muted text-sm">
                      Last response: <Ago at={lastSuccessAt} never="none yet" />
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </Part>
          <Part
            title="Failed jobs"
            hint="Given up after several tries. Owners and admins of a project retry its jobs under System status."
          >
            {query.data.jobs.length === 0 ? (
              <p className="text-muted">No job has failed.</p>
            ) : (
              <ul aria-label="Failed jobs" className="divide-y divide-line border-line border-y">
                {query.data.jobs.map((failure) => (
                  <li key={`${failure.kind} ${failure.reason}`} className="py-2.5">
                    <p className="font-medium">{jobNames[failure.kind]}</p>
                    <p className="wrap-anywhere text-pretty">{failure.reason}.</p>
                    <p className="tabular text-muted text-sm">{failureDetails(failure, Date.now())}</p>
                  </li>
                ))}
              </ul>
            )}
          </Part>
        </>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
      <Part title="Undelivered email" hint="Without a mail server, you can read every email here.">
        <UndeliveredMails />
      </Part>
    </div>
  )
}

function Part({ title, hint, children }: { title: string; hint: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <header>
        <h2 className="font-semibold text-lg">{title}</h2>
        <p className="text-pretty text-muted">{hint}</p>
      </header>
      {children}
    </section>
  )
}
