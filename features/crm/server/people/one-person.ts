import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Right } from '#engine/rules/rights.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { person } from '../tables.ts'
import type { KnownPerson } from './forget-people.ts'

/** Returns a person of the actor's projects. Throws NotFoundError, or ForbiddenError without the right. */
export async function requirePerson(
  ctx: Ctx,
  tx: Transaction,
  id: string,
  right: Right,
): Promise<typeof person.$inferSelect> {
  const [row] = await tx
    .select()
    .from(person)
    .where(and(ownProjects(ctx, person.projectId), eq(person.id, id)))
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  requireRight(ctx, row.projectId, right)
  return row
}

/** Returns the query for the names of a person's accounts, in lower case. */
export function namesOf({ projectId, id }: KnownPerson): SQL {
  return sql`
    select lower(handle) from person where project_id = ${projectId} and id = ${id}
    union all select lower(handle) from person_alias where project_id = ${projectId} and person_id = ${id}`
}
