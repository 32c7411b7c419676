import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { billingPath } from '#engine/rules/access.ts'
import { Progress } from '#platform/ui/progress.tsx'
import { accessQuery } from '#platform/web/session/access.ts'

interface UsageProps {
  projectId: string
  noun: 'keywords' | 'competitors'
  /** Undefined until they are known. */
  rows: readonly { status: string; pausedBy: 'user' | 'quota' | null }[] | undefined
}

const count = new Intl.NumberFormat('en')

/** How much of what the plan has room for is used, and what becomes of the rest. */
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
        label={`Active ${noun}`}
        value={Math.min(used, limit)}
        max={limit}
        noun={noun}
        text={`${count.format(used)} of ${count.format(limit)} that your plan has room for`}
      />
      {waiting > 0 && (
        <p className="font-medium text-sm text-warn">
          {count.format(waiting)} {waiting === 1 ? 'waits' : 'wait'} for room: kept, and not listened for. The oldest go
          on first once there is room.
        </p>
      )}
      {used > limit && (
        <p className="font-medium text-sm text-warn">
          {count.format(used - limit)} more than that: within the hour the newest are paused, and none is deleted.
        </p>
      )}
      {used >= limit && (
        <p className="text-muted text-sm">
          What is paused takes no room. Pause or delete some, or{' '}
          <Link to={billingPath} className="text-accent-ink underline underline-offset-2">
            choose a larger plan
          </Link>
          .
        </p>
      )}
    </div>
  )
}
