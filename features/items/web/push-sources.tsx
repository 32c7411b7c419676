import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Import } from '#features/matching/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import { CopyExample } from '#platform/web/forms/copyable.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import { ageText } from '#platform/web/text/age.ts'
import { count } from '#platform/web/text/units.ts'
import { pushExample } from './example.ts'
import { pushCounts, pushRate } from './labels.ts'
import { call, pushSourcesQuery } from './queries.ts'

const hint =
  'Other programs can send posts from anywhere, such as a forum, reviews, or a feed you license. Only this project sees them.'

/** What other programs send to the project, and how they do it. */
export function PushSources({ projectId, now }: { projectId: string; now: number }) {
  const query = useQuery(pushSourcesQuery(projectId))
  const mayImport = useMay('import') === true
  const removal = useRemoval(projectId)
  return (
    <Section title="Push" hint={hint}>
      <RowsState name="the push sources" query={query} empty={<p className="text-muted">Nothing was sent yet.</p>}>
        {(rows) => (
          <ul aria-label="Sent by programs" className="flex flex-col divide-y divide-line border-line border-y">
            {rows
              .filter(({ id }) => !removal.isHidden(id))
              .map((row) => (
                <PushSource key={row.id} row={row} now={now} onRemove={mayImport ? () => removal.remove(row) : null} />
              ))}
          </ul>
        )}
      </RowsState>
      {mayImport && (
        <>
          <CopyExample label="Send a post" text={pushExample(window.location.origin)} />
          <p className="text-pretty text-muted text-sm">
            Replace YOUR_TOKEN with a{' '}
            <Link to={paths.accountMain} className="underline underline-offset-3 hover:text-ink">
              token
            </Link>{' '}
            of this project that may write. One request has up to 1,000 posts, one a line. Sending a post again updates
            it, and <code className="font-mono">{'{"id":"4711","deleted":true}'}</code> removes it. See the{' '}
            <a href="/api/docs" className="underline underline-offset-3 hover:text-ink">
              API documentation
            </a>
            .
          </p>
        </>
      )}
    </Section>
  )
}

function PushSource({ row, now, onRemove }: { row: Import; now: number; onRemove: (() => void) | null }) {
  const { name, state, finishedAt, linesBroken, brokenLines } = row
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="wrap-anywhere font-medium">{name}</h3>
          <p className="tabular mt-0.5 flex flex-wrap gap-x-3 gap-y-1 text-muted text-sm">
            {state === 'purging' && <Badge>Removing…</Badge>}
            <span>Last received {finishedAt === null ? 'never' : agoText(finishedAt, now)}</span>
            <span>{pushRate(row, now)}</span>
            <span>{pushCounts(row)}</span>
          </p>
        </div>
        {onRemove && state !== 'purging' && (
          <Button look="ghost" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      {linesBroken > 0 && (
        <details className="text-sm">
          <summary className="cursor-default text-danger">
            {count(linesBroken)} {linesBroken === 1 ? 'line was' : 'lines were'} refused
          </summary>
          <ul className="mt-2 flex flex-col gap-1 text-muted">
            {brokenLines.map(({ line, reason, text }) => (
              <li key={`${line} ${text}`} className="wrap-anywhere">
                Line {count(line)}: {reason}. <code className="font-mono text-xs">{text}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function agoText(at: string, now: number): string {
  const age = ageText(at, now)
  return age === 'just now' ? age : `${age} ago`
}

/** Removes a source and its posts. Irreversible, so it starts only when the notice with the undo button closes. */
function useRemoval(projectId: string) {
  const queryClient = useQueryClient()
  const { defer, isHidden } = useDeferred()
  function remove({ id, name }: Import): void {
    defer({
      id,
      title: `Removed “${name}”`,
      description: 'Its posts are deleted. Leads that are saved, replied, or rejected are kept.',
      work: () => call('importsDelete', { id, keepalive: true }),
      after: () => queryClient.invalidateQueries({ queryKey: pushSourcesQuery(projectId).queryKey }),
    })
  }
  return { remove, isHidden }
}
