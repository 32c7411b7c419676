import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, insertRow, lockRow, removeRow } from '#platform/server/database/rows/own-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { isInRealm, isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import { MentionMute, type MentionMuteCreate, mentionMutesResource } from '../contract.ts'
import { mentionMute } from './tables.ts'

/** The mutes of the realm that the project sees. */
export const mentionMutes = {
  ...resourceRows<typeof mentionMute, typeof MentionMute>(
    { resource: mentionMutesResource, entity: MentionMute },
    mentionMute,
  ),
  seen: isInRealm(mentionMute),
  unique: { index: 'mention_mute_name', field: 'kind', taken: 'This is already muted' },
}

/** Returns the condition for muted mentions. `m` is a row of mentions in the query. */
export function isMuted(m: SQL): SQL {
  return sql`(exists (
    select from mention_mute u
    where u.project_id = ${m}.project_id and u.realm = ${m}.realm and lower(u.name) = case u.kind
      when 'author' then lower(${m}.author)
      when 'community' then lower(${m}.subreddit)
      else (select lower(thread_of(p.permalink, p.id)) from post p where p.id = ${m}.post_id) end))`
}

/**
 * Mutes the thread, author, or community of a mention. Throws ValidationError if the mention isn't in the project, its
 * author is unknown, or it is muted already.
 */
export async function createMentionMute(
  ctx: Ctx,
  { project: projectId, mention: mentionId, kind }: MentionMuteCreate,
): Promise<MentionMute> {
  requireRight(ctx, projectId, 'decide')
  return transaction(ctx, async (tx) => {
    const found = await mutable(tx, projectId, mentionId)
    if (!found) throw faultOfField('mention', 'mention must belong to the same project')
    const { realm, postId } = found
    const name = found[kind]
    if (!name) throw new ApiError('ConflictError', `The ${kind} of this mention is unknown, so it can't be muted.`)
    const post = { postId: kind === 'thread' ? postId : null }
    const values = { projectId, realm, kind, name, ...post, createdBy: authorOf(ctx) }
    const id = await insertRow(ctx, tx, mentionMutes, values)
    // Without the name, since audit entries outlive it.
    await audit(ctx, tx, { projectId, action: 'mentionMute.create', subjectId: id, details: { kind } })
    await announce(ctx, tx, 'mentions', [projectId])
    return readOne(ctx, tx, mentionMutes, id)
  })
}

interface Mutable extends Record<string, unknown> {
  realm: 'sandbox' | 'real'
  postId: string
  thread: string
  author: string | null
  community: string
}

async function mutable(tx: Transaction, projectId: string, mentionId: string): Promise<Mutable | undefined> {
  const { rows } = await tx.execute<Mutable>(sql`
    select m.realm, m.post_id as "postId", thread_of(p.permalink, p.id) as thread, m.author, m.subreddit as community
    from mention m join post p on p.id = m.post_id
    where m.project_id = ${projectId} and m.id = ${mentionId} and ${isSeenAs('m')}`)
  return rows[0]
}

/** Shows the mentions again. */
export async function deleteMentionMute(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockRow(ctx, tx, mentionMutes, id)
    const { projectId, kind } = row
    requireRight(ctx, projectId, 'decide')
    await removeRow(tx, mentionMutes, row)
    await audit(ctx, tx, { projectId, action: 'mentionMute.delete', subjectId: id, details: { kind } })
    await announce(ctx, tx, 'mentions', [projectId])
  })
}

/**
 * Deletes the mutes of these authors, and of their profiles, in projects without any other mention by them. Call it
 * after their mentions are forgotten. Returns the projects.
 */
export async function forgetMutes(ctx: Ctx, tx: Transaction, authors: readonly string[]): Promise<string[]> {
  if (authors.length === 0) return []
  const names = sql.param(authors.map((author) => author.toLowerCase()))
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    delete from mention_mute u using unnest(${names}::text[]) as a(name)
    where u.kind <> 'thread' and lower(u.name) = case u.kind when 'author' then a.name else 'u_' || a.name end
      and not exists (
        select from mention m where m.project_id = u.project_id and m.realm = u.realm and lower(m.author) = a.name)
    returning u.project_id as "projectId"`)
  const projects = [...new Set(rows.map(({ projectId }) => projectId))]
  await announce(ctx, tx, 'mentions', projects)
  return projects
}
