import { useQuery } from '@tanstack/react-query'
import { dateText } from '#engine/subscription/state.ts'
import { Progress } from '#platform/ui/progress.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import type { Usage } from '../../contract.ts'
import { counted, usageNames } from '../labels.ts'
import { usageQuery } from '../queries.ts'
import { useTimeZone } from '../use-billing.tsx'

/** How much of its quota the project has used, what the rest lasts for, and what is held back. */
export function UsageBars({ projectId }: { projectId: string }) {
  return (
    <Section title="Usage" hint="Anything over a limit is held until there's room. Nothing is lost.">
      <UsageList projectId={projectId} />
    </Section>
  )
}

/** The usage without the section around it. */
export function UsageList({ projectId }: { projectId: string }) {
  const query = useQuery(usageQuery(projectId))
  return (
    <RowsState name="the usage" query={query} empty={<p className="text-muted">No usage yet.</p>}>
      {(rows) => (
        <ul aria-label="Usage" className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
          {rows.map((row) => (
            <UsageRow key={row.what} row={row} />
          ))}
        </ul>
      )}
    </RowsState>
  )
}

function UsageRow({ row }: { row: Usage }) {
  const { what, used, limit, held, forecast, renewsAt } = row
  const { label, noun } = usageNames[what]
  const timeZone = useTimeZone()
  const renewal = renewsAt && what !== 'dailyDMs' ? ` Renews on ${dateText(renewsAt, timeZone)}.` : ''
  const isTight = limit !== null && forecast !== null && forecast > limit
  return (
    <li className="flex flex-col gap-1.5">
      {limit === null || limit === 0 ? (
        <>
          <p className="font-medium">{label}</p>
          <p className="tabular text-muted text-sm">
            {counted(used, noun)}. {limit === null ? 'No limit.' : 'None included.'}
          </p>
        </>
      ) : (
        <Progress
          isUsage
          label={label}
          value={Math.min(used, limit)}
          max={limit}
          noun={noun}
          text={`${used.toLocaleString('en')} of ${counted(limit, noun)}.${renewal}`}
        />
      )}
      {forecast !== null && renewsAt && limit !== null && limit > 0 && (
        <p className={isTight ? 'text-sm text-warn' : 'text-muted text-sm'}>
          At this rate, {forecast.toLocaleString('en')} by then{isTight && ': more than the limit'}.
        </p>
      )}
      {held > 0 && <p className="text-sm text-warn">{heldText(what, held)}</p>}
    </li>
  )
}

function heldText(what: Usage['what'], held: number): string {
  if (what === 'keywords' || what === 'competitors') return `${counted(held, what)} paused by the limit.`
  return `${counted(held, 'drafts')} waiting for the limit to renew.`
}
