import { type SQL, sql } from 'drizzle-orm'
import { type Forgotten, type Marks, withoutQuotes } from '#engine/reddit/forgotten-text.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** What belongs to a post in the projects that found it. */
export interface Belonging {
  /** Ids of its leads. */
  leads: readonly string[]
  /** Ids of the people who are its author. */
  people: readonly string[]
}

interface OwnText extends Record<string, unknown> {
  projectId: string
  id: string
  text: string
}

/** Texts that changed, by project, and whether one is left that may not be changed now. */
export interface OwnTextsForgotten {
  changed: Map<string, number>
  isLeft: boolean
}

/**
 * Takes what people quoted of posts, and the names of their authors, out of what they wrote about them: notes, reminders
 * and messages, drafts among them. All else in these is theirs and stays. A message that was about to be sent is a draft
 * again, for somebody to look at. One that is being sent waits to be compared with what Reddit has, and is left until
 * then.
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
    deferred_until = null, reason = case when state in ('queued', 'deferred') then null else reason end`
  for (const { table, where, also = sql`` } of [
    { table: sql`note`, where: isAbout },
    { table: sql`reminder`, where: ofLeads },
    { table: sql`message`, where: sql`${isOwnMessage} and state <> 'armed'`, also: draft },
  ]) {
    const quoting = await quotingIn(tx, of, { table, where })
    await write(ctx, tx, quoting, { table, also })
    for (const { projectId } of quoting) changed.set(projectId, (changed.get(projectId) ?? 0) + 1)
  }
  const left = await quotingIn(tx, of, { table: sql`message`, where: sql`${isOwnMessage} and state = 'armed'` })
  return { changed, isLeft: left.length > 0 }
}

/** Texts that quote something, held, as they are to be. */
async function quotingIn(
  tx: Transaction,
  { posts, marks }: { posts: readonly Forgotten[]; marks: Marks },
  { table, where }: { table: SQL; where: SQL },
): Promise<OwnText[]> {
  const { rows } = await tx.execute<OwnText>(sql`
    select project_id as "projectId", id, text from ${table} where ${where} order by project_id, id for update`)
  return rows.flatMap((row) => {
    const text = withoutQuotes(row.text, posts, marks)
    return text === row.text ? [] : [{ ...row, text }]
  })
}

async function write(
  ctx: Ctx,
  tx: Transaction,
  texts: readonly OwnText[],
  { table, also }: { table: SQL; also: SQL },
): Promise<void> {
  for (const { projectId, id, text } of texts) {
    await tx.execute(sql`
      update ${table} set text = ${text}, updated_at = ${ctx.now().toISOString()} ${also}
      where project_id = ${projectId} and id = ${id}`)
  }
}
