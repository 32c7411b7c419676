import { and, sql } from 'drizzle-orm'
import type { Opportunity } from '#features/leads/contract.ts'
import { opportunitiesOf, opportunity } from '#features/leads/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { everything, ownRows } from '#platform/server/database/rows/find.ts'
import { namesOf, requirePerson } from './one-person.ts'

/** The most leads that are returned. */
const leadsMost = 100

/** Returns the leads that a person wrote, the newest first, with their posts. */
export function readPersonLeads(ctx: Ctx, { id }: { id: string }): Promise<Opportunity[]> {
  return readOnly(ctx, async (tx) => {
    const known = await requirePerson(ctx, tx, id, 'readOutreach')
    const reading = opportunitiesOf(ctx)
    const isTheirs = sql`${opportunity.projectId} = ${known.projectId} and exists (
      select from post a where a.id = ${opportunity.postId} and lower(a.author) in (${namesOf(known)}))`
    const rows = await reading.rows(tx, {
      where: and(ownRows(ctx, reading), reading.listed, isTheirs),
      orderBy: [sql`${opportunity.postedAt} desc nulls last`, sql`${opportunity.id} desc`],
      limit: leadsMost,
      offset: 0,
    })
    return reading.present(tx, rows, { ...everything, populate: { post: { fields: null, populate: {} } } })
  })
}
