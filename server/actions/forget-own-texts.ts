import { type Forgotten, withoutQuotes } from '@earshot/engine/forgotten-text'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../db/database.ts'

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

/**
 * Takes what people quoted of posts, and the names of their authors, out of what they wrote about them: notes, reminders
 * and messages, drafts among them. All else in these is theirs and stays. A message that was about to be sent is a draft
 * again, for somebody to look at. Answers how many texts changed, by project.
 */
export async function forgetOwnTexts(
  ctx: Ctx,
  tx: Transaction,
  posts: readonly Forgotten[],
  { leads, people }: Belonging,
): Promise<Map<string, number>> {
  const changed = new Map<string, number>()
  if (leads.length + people.length === 0) return changed
  const ofLeads = sql`opportunity_id = any (${sql.param([...leads])}::uuid[])`
  const ofPeople = sql`person_id = any (${sql.param([...people])}::uuid[])`
  const isAbout = sql`(${ofLeads} or ${ofPeople})`
  // What waits to be read back from Reddit is compared with what was sent, and so stays until then.
  const isOwnMessage = sql`direction = 'out' and state <> 'armed' and conversation_id in (
    select id from conversation where ${isAbout})`
  const draft = sql`, state = case when state in ('queued', 'deferred') then 'draft' else state end,
    deferred_until = null, reason = case when state in ('queued', 'deferred') then null else reason end`
  for (const { table, where, also = sql`` } of [
    { table: sql`note`, where: isAbout },
    { table: sql`reminder`, where: ofLeads },
    { table: sql`message`, where: isOwnMessage, also: draft },
  ]) {
    for (const { projectId } of await forgetIn(ctx, tx, posts, { table, where, also })) {
      changed.set(projectId, (changed.get(projectId) ?? 0) + 1)
    }
  }
  return changed
}

async function forgetIn(
  ctx: Ctx,
  tx: Transaction,
  posts: readonly Forgotten[],
  { table, where, also }: { table: SQL; where: SQL; also: SQL },
): Promise<OwnText[]> {
  const { rows } = await tx.execute<OwnText>(sql`
    select project_id as "projectId", id, text from ${table} where ${where} order by project_id, id for update`)
  const changed = rows.flatMap((row) => {
    const text = withoutQuotes(row.text, posts)
    return text === row.text ? [] : [{ ...row, text }]
  })
  for (const { projectId, id, text } of changed) {
    await tx.execute(sql`
      update ${table} set text = ${text}, updated_at = ${ctx.now().toISOString()} ${also}
      where project_id = ${projectId} and id = ${id}`)
  }
  return changed
}
