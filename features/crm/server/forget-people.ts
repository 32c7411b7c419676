import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isBarePerson } from './bare-person.ts'

export interface KnownPerson {
  projectId: string
  id: string
}

/** The people of these projects that have one of these names on Reddit. */
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
 * Forgets the names of people of whom a project has no other post that is still there. Who has written to the project
 * stays known to it, unless their account is gone (`all`). What a team has noted about somebody stays, under no name;
 * where there is nothing of that, the person goes. Answers those that were forgotten.
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
