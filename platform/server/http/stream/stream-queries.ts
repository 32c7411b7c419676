import { sql } from 'drizzle-orm'
import type { Change } from '../../../contract/events.ts'
import { eventRetentionMs } from '../../announce.ts'
import type { Transaction } from '../../database/database.ts'
import { type Position, positionText, readPosition } from './stream-position.ts'

/** The user, session and project of a stream. */
export interface Viewer {
  userId: string
  sessionId: string
  projectId: string
}

/** A change in a project and the transactions that made it. */
export interface ReadEvent {
  projectId: string
  change: Change
  transactions: bigint[]
}

/** With more changes than this at once, all streams get a reset. */
const readMax = 20_000
/** A resuming stream that missed more changes than this gets a reset. */
const missedMax = 500

type EventColumns = { kind: Change['kind'] | null; subject_id: string | null }

/**
 * Returns these projects' changes since a position, in the order in which they began, and the current position. Events
 * are null if there are too many.
 *
 * Compares snapshots instead of sequence numbers: otherwise a transaction that began before others and commits after
 * them would be skipped, or a long one would delay all others.
 */
export async function readEvents(
  tx: Transaction,
  after: Position,
  projectIds: readonly string[],
): Promise<{ events: ReadEvent[] | null; upTo: Position }> {
  const { rows } = await tx.execute<EventColumns & { here: string; project_id: string; transactions: string[] }>(sql`
    with now as materialized (select pg_current_snapshot() as here)
    select now.here::text, e.project_id, e.kind, e.subject_id, e.transactions::text[]
    from now left join lateral events_between(
      ${sql.param([...projectIds])}::uuid[], ${positionText(after)}::pg_snapshot, now.here, ${readMax + 1}) e on true`)
  const events = rows.flatMap(({ project_id: projectId, kind, subject_id: id, transactions }) =>
    kind ? [{ projectId, change: { kind, id }, transactions: transactions.map(BigInt) }] : [],
  )
  return { events: events.length > readMax ? null : events, upTo: hereOf(rows[0]) }
}

/** The changes that a resuming stream missed; null if they are no longer known or too many. */
export type MissedChanges = Change[] | null

/** Returns the current position and, in the order of `requests`, the changes since each of these positions. */
export async function readMissed(
  tx: Transaction,
  now: Date,
  requests: readonly { projectId: string; after: Position }[],
): Promise<{ upTo: Position; missed: MissedChanges[] }> {
  const keptSince = new Date(now.getTime() - eventRetentionMs).toISOString()
  const { rows } = await tx.execute<EventColumns & { here: string; place: string | null; known: boolean }>(sql`
    with now as materialized (select pg_current_snapshot() as here)
    select now.here::text, e.place, e.known, e.kind, e.subject_id
    from now left join lateral events_missed(
      ${sql.param(requests.map(({ projectId }) => projectId))}::uuid[],
      ${sql.param(requests.map(({ after }) => positionText(after)))}::pg_snapshot[],
      now.here, ${keptSince}, ${missedMax + 1}) e on true`)
  const byViewer = Map.groupBy(rows, ({ place }) => Number(place))
  const missed = requests.map((_, index): MissedChanges => {
    const own = byViewer.get(index + 1) ?? []
    if (own.length > missedMax || !own.every(({ known }) => known)) return null
    return own.flatMap(({ kind, subject_id: id }) => (kind ? [{ kind, id }] : []))
  })
  return { upTo: hereOf(rows[0]), missed }
}

/** Returns the viewers who still have access: with a valid session, not blocked, and members of the project. */
export async function filterAllowed(tx: Transaction, now: Date, viewers: readonly Viewer[]): Promise<Set<Viewer>> {
  const { rows } = await tx.execute<{ place: string }>(sql`
    select still_allowed(
      ${sql.param(viewers.map(({ sessionId }) => sessionId))}::uuid[],
      ${sql.param(viewers.map(({ userId }) => userId))}::uuid[],
      ${sql.param(viewers.map(({ projectId }) => projectId))}::uuid[],
      ${now.toISOString()}) as place`)
  return new Set(rows.flatMap(({ place }) => viewers[Number(place) - 1] ?? []))
}

function hereOf(row: { here: string } | undefined): Position {
  const position = row && readPosition(row.here)
  if (!position) throw new Error('the database returned no valid snapshot')
  return position
}
