import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { billingPath } from '#engine/rules/access.ts'
import { Progress } from '#platform/ui/progress.tsx'
import { accessQuery } from '#platform/web/session/access.ts'

interface UsageProps {
  projectId: string
  noun: 'keywords' | 'competitors'
  /** Undefined while loading. */
  rows: readonly { status: string; pausedBy: 'user' | 'quota' | null }[] | undefined
}

const count = new Intl.NumberFormat('en')

/** The used part of the plan's quota, and the entries beyond it. */
export function Usage({ projectId, noun, rows }: UsageProps) {
  const { data: access } = useQuery(accessQuery(projectId))
  if (!access || !rows) return null
  const used = rows.filter(({ status }) => status === 'active').length
  const waiting = rows.filter(({ pausedBy }) => pausedBy === 'quota').length
  const limit = access.quota?.[noun] ?? null
  if (limit === null) {
    return (
      <p className="text-muted text-sm">
        <span className="tabular">{count.format(used)}</span> active {noun}. Your plan has no limit.
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-1.5 rounded-xl border border-line p-4">
      <Progress
        isUsage
        label={`Active ${noun}`}
        value={Math.min(used, limit)}
        max={limit}
        noun={noun}
        text={`${count.format(used)} of ${count.format(limit)} included in your plan`}
      />
      {waiting > 0 && (
        <p className="font-medium text-sm text-warn">
          {count.format(waiting)} paused by your plan's limit. When there is room, the oldest resume first.
        </p>
      )}
      {used > limit && (
        <p className="font-medium text-sm text-warn">
          {count.format(used - limit)} over the limit. The newest are paused within an hour. None are deleted.
        </p>
      )}
      {used >= limit && (
        <p className="text-muted text-sm">
          Paused {noun} don't count. Pause or delete some, or{' '}
          <Link to={billingPath} className="text-accent-ink underline underline-offset-2">
            choose a larger plan
          </Link>
          .
        </p>
      )}
    </div>
  )
}
