import { type SQL, sql } from 'drizzle-orm'
import { type Forgotten, type Marks, withoutQuotes } from '#engine/reddit/forgotten-text.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** The rows about a post in the projects that found it. */
export interface Belonging {
  /** The ids of its leads. */
  leads: readonly string[]
  /** The ids of the people who are its author. */
  people: readonly string[]
}

interface OwnText extends Record<string, unknown> {
  projectId: string
  id: string
  text: string
}

/** The number of changed texts by project, and whether a text is left that can't be changed now. */
export interface OwnTextsForgotten {
  changed: Map<string, number>
  isLeft: boolean
}

/**
 * Removes quotes of posts and their authors' names from users' own texts about them: replies, notes, reminders, tasks
 * and messages, including drafts. The rest of these texts stays. A queued message becomes a draft again, for review. A
 * message being sent is left unchanged until it has been compared with Reddit.
 */
export async function forgetOwnTexts(
  ctx: Ctx,
  tx: Transaction,
  of: { posts: readonly Forgotten[]; marks: Marks },
  { leads, people }: Belonging,
): Promise<OwnTextsForgotten> {
  const changed = new Map<string, number>()
  if (leads.length + people.length === 0) return { changed, isLeft: false }
  const ofLeads = sql`opportunity_id = any (${sql.param([...leads])}::uuid[])`
  const ofPeople = sql`person_id = any (${sql.param([...people])}::uuid[])`
  const isAbout = sql`(${ofLeads} or ${ofPeople})`
  const isOwnMessage = sql`direction = 'out' and conversation_id in (select id from conversation where ${isAbout})`
  const draft = sql`, state = case when state in ('queued', 'deferred') then 'draft' else state end,
    deferred_until = null, hold = null, due_at = null, reason = case when state in ('queued', 'deferred') then null else reason end`
  const stamp = sql`, updated_at = ${ctx.now().toISOString()}`
  for (const { table, where, id = sql`id`, also = stamp } of [
    { table: sql`decision`, where: sql`${ofLeads} and text is not null`, id: sql`opportunity_id`, also: sql`` },
    { table: sql`note`, where: isAbout },
    { table: sql`reminder`, where: ofLeads },
    { table: sql`task`, where: ofPeople },
    { table: sql`message`, where: sql`${isOwnMessage} and state <> 'armed'`, also: sql`${stamp} ${draft}` },
  ]) {
    const quoting = await quotingIn(tx, of, { table, where, id })
    await write(tx, quoting, { table, where, id, also })
    for (const { projectId } of quoting) changed.set(projectId, (changed.get(projectId) ?? 0) + 1)
  }
  const armed = { table: sql`message`, where: sql`${isOwnMessage} and state = 'armed'`, id: sql`id` }
  const left = await quotingIn(tx, of, armed)
  return { changed, isLeft: left.length > 0 }
}

/**
 * Deletes the suggested replies to posts and those that members are writing, which quote and follow their texts. Call it
 * with the leads locked, so that none is being added.
 */
export async function removeReplyDrafts(tx: Transaction, postIds: readonly string[]): Promise<void> {
  for (const table of [sql`reply_draft`, sql`reply_text`]) {
    await tx.execute(sql`
      delete from ${table} d using opportunity o
      where o.project_id = d.project_id and o.id = d.opportunity_id
        and o.post_id = any (${sql.param([...postIds])}::uuid[])`)
  }
}

/** The rows with texts, and the column that identifies them in a project. */
interface Texts {
  table: SQL
  where: SQL
  id: SQL
}

/** Returns the texts with quotes, locked, with the quotes removed. */
async function quotingIn(
  tx: Transaction,
  { posts, marks }: { posts: readonly Forgotten[]; marks: Marks },
  { table, where, id }: Texts,
): Promise<OwnText[]> {
  const { rows } = await tx.execute<OwnText>(sql`
    select project_id as "projectId", ${id} as id, text from ${table} where ${where} order by 1, 2 for update`)
  return rows.flatMap((row) => {
    const text = withoutQuotes(row.text, posts, marks)
    return text === row.text ? [] : [{ ...row, text }]
  })
}

async function write(
  tx: Transaction,
  texts: readonly OwnText[],
  { table, where, id, also }: Texts & { also: SQL },
): Promise<void> {
  for (const { projectId, id: own, text } of texts) {
    await tx.execute(sql`
      update ${table} set text = ${text} ${also} where project_id = ${projectId} and ${id} = ${own} and ${where}`)
  }
}
