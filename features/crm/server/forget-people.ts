import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isBarePerson } from './bare-person.ts'

export interface KnownPerson {
  projectId: string
  id: string
}

/** Returns and locks the people in these projects with one of these Reddit names. */
export async function peopleNamed(
  tx: Transaction,
  projectIds: readonly string[],
  names: readonly string[],
): Promise<KnownPerson[]> {
  if (projectIds.length === 0 || names.length === 0) return []
  const { rows } = await tx.execute<KnownPerson & Record<string, unknown>>(sql`
    select project_id as "projectId", id from person
    where project_id = any (${sql.param([...projectIds])}::uuid[])
      and lower(handle) = any (${sql.param(names.map((name) => name.toLowerCase()))}::text[])
    order by project_id, id for update`)
  return rows
}

/**
 * Forgets the names of people without any other existing post in the project. People who wrote to the project stay,
 * unless their account is gone (`all`). If the team added data about a person, it is kept under a placeholder name;
 * otherwise the person is deleted. Returns the people forgotten.
 */
export async function forgetPeople(
  ctx: Ctx,
  tx: Transaction,
  people: readonly KnownPerson[],
  { all }: { all: boolean },
): Promise<KnownPerson[]> {
  if (people.length === 0) return []
  const { rows } = await tx.execute<KnownPerson & { bare: boolean } & Record<string, unknown>>(sql`
    select p.project_id as "projectId", p.id,
      ${isBarePerson} as bare
    from person p
    where p.id = any (${sql.param(people.map(({ id }) => id))}::uuid[]) and (${all} or not (
      exists (select from opportunity o join post t on t.id = o.post_id
        where o.project_id = p.project_id and lower(t.author) = lower(p.handle))
      or exists (select from mention m join post t on t.id = m.post_id
        where m.project_id = p.project_id and lower(t.author) = lower(p.handle))
      or exists (select from conversation c join message g on g.project_id = c.project_id and g.conversation_id = c.id
        where c.project_id = p.project_id and c.person_id = p.id and g.direction = 'in')))`)
  const ids = (bare: boolean) => sql`${sql.param(rows.filter((row) => row.bare === bare).map(({ id }) => id))}::uuid[]`
  await tx.execute(sql`delete from person where id = any (${ids(true)})`)
  await tx.execute(sql`
    update person set handle = 'deleted-' || left(encode(sha256(convert_to(id::text, 'UTF8')), 'hex'), 12),
      updated_at = ${ctx.now().toISOString()}
    where id = any (${ids(false)})`)
  return rows
}
