import { type SQL, sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isBarePerson } from './bare-person.ts'

export interface KnownPerson {
  projectId: string
  id: string
}

/** Returns whether a name is the placeholder of somebody who was forgotten. */
export function isForgottenName(handle: string): boolean {
  return /^deleted-[0-9a-f]{12}$/.test(handle)
}

/** An account of a person. */
export interface PersonAccount extends KnownPerson {
  /** The name of the account, if it isn't their main one. Conversations and invitations have it as their recipient. */
  recipient: string | null
}

/** Returns the accounts in these projects with one of these Reddit names, and locks their people. */
export async function accountsNamed(
  tx: Transaction,
  projectIds: readonly string[],
  names: readonly string[],
): Promise<PersonAccount[]> {
  if (projectIds.length === 0 || names.length === 0) return []
  const projects = sql`project_id = any (${sql.param([...projectIds])}::uuid[])`
  const isNamed = sql`lower(handle) = any (${sql.param(names.map((name) => name.toLowerCase()))}::text[])`
  const ids = sql`
    select id from person where ${projects} and ${isNamed}
    union select person_id from person_alias where ${projects} and ${isNamed}`
  await tx.execute(sql`select from person where ${projects} and id in (${ids}) order by project_id, id for update`)
  const { rows } = await tx.execute<PersonAccount & Record<string, unknown>>(sql`
    select project_id as "projectId", id, null as recipient from person where ${projects} and ${isNamed}
    union all
    select project_id, person_id, handle from person_alias where ${projects} and ${isNamed}
    order by 1, 2`)
  return rows
}

/**
 * Forgets the names of accounts without any other existing post in the project. Those that wrote to the project stay,
 * unless they are gone (`all`). A person whose main account it is is kept under a placeholder name if the team added
 * data about them, and otherwise deleted. Returns the accounts forgotten.
 */
export async function forgetPeople(
  ctx: Ctx,
  tx: Transaction,
  accounts: readonly PersonAccount[],
  { all }: { all: boolean },
): Promise<PersonAccount[]> {
  if (accounts.length === 0) return []
  const { rows } = await tx.execute<PersonAccount & { bare: boolean } & Record<string, unknown>>(sql`
    select p.project_id as "projectId", p.id, a.recipient, a.recipient is null and ${isBarePerson} as bare
    from ${listed(accounts)} a
    join person p on p.project_id = a.project_id and p.id = a.person_id
    cross join lateral (select lower(coalesce(a.recipient, p.handle)) as name) n
    where ${all} or not (
      exists (select from opportunity o join post t on t.id = o.post_id
        where o.project_id = p.project_id and lower(t.author) = n.name)
      or exists (select from mention m join post t on t.id = m.post_id
        where m.project_id = p.project_id and lower(t.author) = n.name)
      or exists (select from conversation c join message g on g.project_id = c.project_id and g.conversation_id = c.id
        where c.project_id = p.project_id and c.person_id = p.id and c.channel = 'reddit'
          and lower(coalesce(c.recipient, '')) = lower(coalesce(a.recipient, ''))
          and g.direction = 'in' and g.text <> ''))`)
  const mains = rows.filter(({ recipient }) => recipient === null)
  const ids = (bare: boolean) => sql`${sql.param(mains.filter((row) => row.bare === bare).map(({ id }) => id))}::uuid[]`
  await tx.execute(sql`delete from person where id = any (${ids(true)})`)
  await tx.execute(sql`
    update person set handle = ${placeholder(sql`id`)}, updated_at = ${ctx.now().toISOString()}
    where id = any (${ids(false)})`)
  await forgetAliases(
    ctx,
    tx,
    rows.filter(({ recipient }) => recipient !== null),
  )
  await announce(ctx, tx, 'people', [...new Set(rows.map(({ projectId }) => projectId))])
  return rows
}

/** Deletes aliases. Conversations and invitations get a placeholder in place of the name. */
async function forgetAliases(ctx: Ctx, tx: Transaction, accounts: readonly PersonAccount[]): Promise<void> {
  if (accounts.length === 0) return
  for (const table of [sql`conversation`, sql`invitation`]) {
    await tx.execute(sql`
      update ${table} c set recipient = ${placeholder(sql`l.id`)}, updated_at = ${ctx.now().toISOString()}
      from ${listed(accounts)} a
      join person_alias l on l.project_id = a.project_id and lower(l.handle) = lower(a.recipient)
      where c.project_id = a.project_id and c.person_id = a.person_id and lower(c.recipient) = lower(a.recipient)`)
  }
  await tx.execute(sql`
    delete from person_alias l using ${listed(accounts)} a
    where l.project_id = a.project_id and lower(l.handle) = lower(a.recipient)`)
}

/** Returns accounts as a table with the columns project_id, person_id, and recipient. */
export function listed(accounts: readonly PersonAccount[]): SQL {
  const projects = sql`${sql.param(accounts.map(({ projectId }) => projectId))}::uuid[]`
  const people = sql`${sql.param(accounts.map(({ id }) => id))}::uuid[]`
  const recipients = sql`${sql.param(accounts.map(({ recipient }) => recipient))}::text[]`
  return sql`(
    select * from unnest(${projects}, ${people}, ${recipients}) as account(project_id, person_id, recipient))`
}

/** Returns the name in place of a forgotten one: see isForgottenName. */
function placeholder(id: SQL): SQL {
  return sql`'deleted-' || left(encode(sha256(convert_to(${id}::text, 'UTF8')), 'hex'), 12)`
}
