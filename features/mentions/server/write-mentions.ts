import { type SQL, sql } from 'drizzle-orm'
import type { Hit } from '#engine/candidates/candidates.ts'
import type { Item } from '#engine/item.ts'
import { MentionReader, type NameMatch, updatedContent } from '#engine/mentions/mention.ts'
import type { MentionContent, MentionName } from '#engine/mentions/mention-content.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

import { type Names, nameKey, watchedNames } from './watched-names.ts'

/** A project and post, and the version of the project that was matched. */
interface PostKey {
  projectId: string
  postId: string
  version: number
}

/** The key with the text. */
interface Read extends PostKey {
  item: Item
}

/** The text with its hits. */
export interface LookedAt extends Read {
  hits: readonly Hit[]
}

/** A stored mention. */
interface Standing extends MentionContent {
  id: string
  projectId: string
  postId: string
  handled: boolean
  forgotten: boolean
}

/** A mention to write. */
interface Written extends MentionContent {
  id: string
  projectId: string
  postId: string
  keywordIds: string[]
  competitorIds: string[]
}

/**
 * Writes the mentions found in these posts, one each. Updates existing ones, and deletes those that turn out to name
 * something else, unless they are handled (engine/mention updatedContent). Call it while holding shareWatchlist(), in
 * the transaction that writes the matches, sorted by post and project.
 */
export async function writeMentions(ctx: Ctx, tx: Transaction, lookedAt: readonly LookedAt[]): Promise<void> {
  await write(ctx, tx, lookedAt, ({ hits }, names, reader) => {
    const named = namedIn(hits, names)
    return named.length === 0 ? null : reader().read(named)
  })
}

/** Withdraws mentions of posts without a match. */
export function withdrawMentions(ctx: Ctx, tx: Transaction, postKeys: readonly Read[]): Promise<void> {
  return write(ctx, tx, postKeys, () => null)
}

async function write<P extends Read>(
  ctx: Ctx,
  tx: Transaction,
  postKeys: readonly P[],
  read: (postKey: P, names: Names, reader: () => MentionReader) => MentionContent | null,
): Promise<void> {
  if (postKeys.length === 0) return
  const namesOf = await watchedNames(ctx, tx, new Map(postKeys.map(({ projectId, version }) => [projectId, version])))
  const stored = await lockMentions(tx, postKeys)
  // Cached, since many projects may match the same item.
  const readers = new Map<string, MentionReader>()
  const written: Written[] = []
  const gone: Standing[] = []
  for (const postKey of postKeys) {
    const { projectId, postId } = postKey
    const names = namesOf.get(projectId)!
    const old = stored.get(keyOf(postKey))
    if (old?.forgotten) continue
    const reader = () => {
      const known = readers.get(postKey.item.id) ?? new MentionReader(postKey.item)
      readers.set(postKey.item.id, known)
      return known
    }
    const fresh = read(postKey, names, reader)
    const isCurrent = (name: MentionName) => isWatched(names, name)
    const content = old ? updatedContent(fresh, old, isCurrent, (name) => reader().quoteAgain(name)) : fresh
    if (content) written.push({ ...content, ...idsOf(projectId, content), id: ctx.id(), projectId, postId })
    else if (old && !old.handled) gone.push(old)
  }
  const removed = await remove(tx, gone)
  await announce(ctx, tx, 'mentions', [...new Set([...removed, ...(await upsert(ctx, tx, written))])])
  if (written.length > 0) await ctx.queue.send(tx, 'alerts', {})
}

/** Returns the names found, each with its spans. */
function namedIn(hits: readonly Hit[], names: Names): NameMatch[] {
  const named = new Map<string, NameMatch & { spans: Hit[] }>()
  for (const hit of hits) {
    const key = nameKey(hit)
    const name = key === null ? undefined : names.get(key)
    if (!name) continue
    const known = named.get(name.id)
    if (known) known.spans.push(hit)
    else named.set(name.id, { ...name, spans: [hit] })
  }
  return [...named.values()]
}

function isWatched(names: Names, { id, phrase }: MentionName): boolean {
  return [...names.values()].some((name) => name.id === id && name.phrase === phrase)
}

/** Returns the IDs by type: competitors by their kind, and all others as keywords, except the project's own name. */
function idsOf(projectId: string, { named }: MentionContent): Pick<Written, 'keywordIds' | 'competitorIds'> {
  const competitors = named.filter(({ kind }) => kind === 'competitor')
  const keywords = named.filter(({ kind, id }) => kind !== 'competitor' && id !== projectId)
  return { keywordIds: keywords.map(({ id }) => id), competitorIds: competitors.map(({ id }) => id) }
}

/**
 * Returns and locks the existing mentions, usually none, of these posts until the transaction ends. Uses a subquery per
 * post, in the given order: with a join and no statistics, the planner may read a whole table of mentions.
 */
async function lockMentions(tx: Transaction, postKeys: readonly PostKey[]): Promise<Map<string, Standing>> {
  const { rows } = await tx.execute<Standing & Record<string, unknown>>(sql`
    select m.* from ${asTable(postKeys)} cross join lateral (
      select id, project_id as "projectId", post_id as "postId", handled, forgotten_at is not null as forgotten, kind,
        phrase, named, sentence, spans, sentiment
      from mention where project_id = p.project_id and post_id = p.post_id for update
    ) m`)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** Writes mentions and returns their projects. The database decides on their release (docs/decisions/0038). */
async function upsert(ctx: Ctx, tx: Transaction, written: readonly Written[]): Promise<string[]> {
  if (written.length === 0) return []
  const now = ctx.now().toISOString()
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    insert into mention as m (project_id, id, post_id, realm, kind, phrase, named, keyword_ids, competitor_ids, sentence,
      spans, sentiment, author, subreddit, posted_at, created_at, updated_at)
    select w."projectId", w.id, w."postId", p.realm, w.kind, w.phrase, w.named, w."keywordIds", w."competitorIds",
      w.sentence, w.spans, w.sentiment, p.author, p.subreddit, p.posted_at, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(written)}) as w(id uuid, "projectId" uuid, "postId" uuid, kind text,
      phrase text, named jsonb, "keywordIds" uuid[], "competitorIds" uuid[], sentence text, spans jsonb, sentiment text)
    join post p on p.id = w."postId"
    order by w."postId", w."projectId"
    on conflict (project_id, post_id) do update
    set kind = excluded.kind, phrase = excluded.phrase, named = excluded.named, keyword_ids = excluded.keyword_ids,
      competitor_ids = excluded.competitor_ids, sentence = excluded.sentence, spans = excluded.spans,
      sentiment = excluded.sentiment, updated_at = excluded.updated_at
    where m.forgotten_at is null and (m.kind, m.phrase, m.named, m.sentence, m.spans, m.sentiment)
      is distinct from (excluded.kind, excluded.phrase, excluded.named, excluded.sentence, excluded.spans,
        excluded.sentiment)
    returning m.project_id as "projectId"`)
  return rows.map(({ projectId }) => projectId)
}

async function remove(tx: Transaction, gone: readonly Standing[]): Promise<string[]> {
  if (gone.length === 0) return []
  const column = (value: (row: Standing) => string) => sql.param([...new Set(gone.map(value))])
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    delete from mention
    where project_id = any (${column(({ projectId }) => projectId)}::uuid[])
      and id = any (${column(({ id }) => id)}::uuid[])
    returning project_id as "projectId"`)
  return rows.map(({ projectId }) => projectId)
}

/** Returns the keys as a table p. */
function asTable(postKeys: readonly PostKey[]): SQL {
  const column = (value: (postKey: PostKey) => string) => sql.param(postKeys.map(value))
  return sql`unnest(${column(({ projectId }) => projectId)}::uuid[], ${column(({ postId }) => postId)}::uuid[])
    as p(project_id, post_id)`
}

function keyOf({ projectId, postId }: Pick<PostKey, 'projectId' | 'postId'>): string {
  return `${projectId} ${postId}`
}
