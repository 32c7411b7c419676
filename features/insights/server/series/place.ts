import { sql } from 'drizzle-orm'
import type { Day } from '#engine/mentions/periods.ts'
import type { Realm } from '#engine/sources.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** A project, as far as counting needs it. */
export interface Place {
  id: string
  name: string
  realm: Realm
  timeZone: string
  today: Day
  /** Until when all changes are counted. */
  countedAt: string
}

/** A period of a project's days, and the communities that count, in lower case; none: all. */
export interface Range {
  from: Day
  to: Day
  communities: readonly string[]
}

/** Reads a project. Throws NotFoundError. */
export async function placeOf(ctx: Ctx, tx: Transaction, id: string): Promise<Place> {
  const now = ctx.now().toISOString()
  const { rows } = await tx.execute<Place & { waitsSince: string | null } & Record<string, unknown>>(sql`
    select id, name, realm, time_zone as "timeZone",
      to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as today,
      (select to_json(min(noted_at))#>>'{}' from insight_change where project_id = project.id) as "waitsSince"
    from project where id = ${id}`)
  if (!rows[0]) throw new ApiError('NotFoundError', 'Not Found')
  const { waitsSince, ...place } = rows[0]
  const waiting = waitsSince === null ? now : new Date(waitsSince).toISOString()
  return { ...place, countedAt: waiting < now ? waiting : now }
}
