import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { ComparedResult, LeadRun, RunComparison } from '#features/discovery/contract.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { bands, plural } from '../labels.ts'
import { criteriaText } from './labels.ts'
import { comparisonQuery, runQuery, runsQuery } from './queries.ts'
import { findParams } from './view.ts'

interface ComparisonProps {
  projectId: string
  runId: string
  /** The earlier run; `before` stands for the one that it repeats. */
  earlier: string
}

/** What changed from an earlier run to this one. */
export function Comparison({ projectId, runId, earlier }: ComparisonProps) {
  const run = useQuery(runQuery(runId))
  const query = useQuery(comparisonQuery(runId, earlier))
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-6 px-4 pt-4 pb-24 sm:px-8">
      <div className="flex flex-col gap-2">
        <Link
          to={{ search: String(findParams({ run: runId })) }}
          className="-ml-2 inline-flex h-9 w-fit items-center gap-2 rounded-md px-2 font-medium text-muted text-sm hover:text-ink"
        >
          <Icon name="back" /> Results
        </Link>
        <PageHeading title="Compare runs">
          {run.data
            ? `${startText(run.data)}: ${criteriaText(run.data.criteria)}`
            : 'What changed since an earlier run.'}
        </PageHeading>
      </div>
      {query.data && <EarlierRun projectId={projectId} runId={runId} earlier={query.data.with} />}
      {hasFailed(query) ? (
        <FetchFailure query={query} title="Couldn't compare these runs" />
      ) : query.data ? (
        <Changes runId={runId} comparison={query.data} />
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </div>
  )
}

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

function startText({ createdAt }: LeadRun): string {
  return time.format(new Date(createdAt))
}

/** The choice of the run to compare with. */
function EarlierRun({ projectId, runId, earlier }: { projectId: string; runId: string; earlier: string | null }) {
  const runs = useQuery(runsQuery(projectId))
  const navigate = useNavigate()
  const options = (runs.data ?? [])
    .filter(({ id, state }) => id !== runId && state === 'done')
    .map((run) => ({ value: run.id, label: startText(run), detail: criteriaText(run.criteria) }))
  if (options.length === 0) return null
  return (
    <Field label="Compare with" className="max-w-md">
      {(control) => (
        <Select
          {...control}
          value={earlier}
          options={options}
          onChange={(compare) =>
            void navigate({ search: String(findParams({ run: runId, compare })) }, { replace: true })
          }
        />
      )}
    </Field>
  )
}

function Changes({ runId, comparison }: { runId: string; comparison: RunComparison }) {
  const { with: earlier, added, gone, moved, same } = comparison
  if (earlier === null) {
    return (
      <EmptyState figure={<Icon name="find" className="size-10" />} title="No earlier run">
        Run this search again later to see what is new.
      </EmptyState>
    )
  }
  return (
    <>
      <p role="status" className="tabular font-medium">
        {added.length} new · {gone.length} gone · {moved.length} moved · {same} unchanged
      </p>
      <Results title="New" results={added} runId={runId} />
      <Results title="Gone" results={gone} runId={earlier} />
      <Results title="Moved" results={moved} runId={runId} />
    </>
  )
}

function Results({ title, results, runId }: { title: string; results: readonly ComparedResult[]; runId: string }) {
  if (results.length === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="font-semibold text-lg">
        {title} <span className="tabular font-normal text-muted text-sm">{plural(results.length, 'result')}</span>
      </h2>
      <ul className="flex flex-col divide-y divide-line border-line border-y">
        {results.map((result) => (
          <li key={result.id} className="relative flex items-baseline gap-3 py-2.5 hover:bg-sunken">
            <span className="tabular w-16 shrink-0 font-medium text-sm">{rankText(result)}</span>
            <span className="min-w-0 flex-1">
              <Link
                to={{ search: String(findParams({ run: runId, result: result.id })) }}
                className="wrap-anywhere rounded after:absolute after:inset-0"
              >
                {result.title || 'Deleted on Reddit'}
              </Link>
              <span className="block text-muted text-sm">
                r/{result.subreddit} · {bands[result.label]} · {Math.round(result.score)}%
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function rankText({ rank, rankBefore }: ComparedResult): string {
  if (rank === null) return `was #${rankBefore}`
  return rankBefore === null ? `#${rank}` : `#${rankBefore} → #${rank}`
}
