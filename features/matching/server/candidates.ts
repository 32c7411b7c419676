import { sql } from 'drizzle-orm'
import { type Candidate, type CandidateFinder, type Hit, isListed } from '#engine/candidates/candidates.ts'
import type { Item } from '#engine/item.ts'
import type { Realm } from '#engine/sources.ts'
import { groupDuplicates, type KeyedLead } from '#features/leads/server/index.ts'
import { identityOf } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Arrival } from './batches.ts'
import { upsertMentions } from './mentions.ts'
import { type ScoredCandidate, upsertOpportunities } from './opportunities.ts'
import { copyKey, ownCopies } from './own-copies.ts'
import { savePosts } from './posts/posts.ts'
import { seeReal } from './posts/realms.ts'
import { scoreCandidates } from './scoring.ts'

/** An item that matches a project's phrases. */
export interface PhraseMatch extends Candidate {
  arrival: Arrival
}

/** The match with its stored post and that post's text. */
interface StoredMatch extends Candidate {
  item: Item
  realm: Realm
}

/** Rows per statement. */
const writtenAtOnce = 2000

/**
 * Writes matches: first posts, since only matching items are kept (DESIGN 3), then candidates with their scores, then
 * leads and mentions. Returns the IDs of the posts. The caller must hold shareWatchlist(), which ensures that no post
 * is missed and no outdated match stays:
 *
 * While a batch reads the phrases, notes their version and writes its matches, no change of phrases can commit. There
 * are two cases. Either the change committed before the batch: the batch matched with it. Or it takes effect after the
 * batch commits: then its version is greater than the one that the batch noted. Its backfill, queued with the change
 * and so running later, reads every batch with a smaller version. It writes the matches of the new phrases and then
 * withdraws those that only the old ones found. So no project lock is needed, and the current project version is the
 * version of both the phrases and the scoring profile.
 *
 * Posts and candidates are always written in the same order, which prevents deadlocks.
 */
export async function writeMatches(
  ctx: Ctx,
  tx: Transaction,
  found: readonly PhraseMatch[],
  finder: CandidateFinder,
): Promise<string[]> {
  const now = ctx.now()
  const again = findingAgain(finder, now.getTime())
  const rows = distinct(await inOwnCopies(tx, await inPosts(ctx, tx, found, again), again))
  await seeReal(
    ctx,
    tx,
    rows.filter(({ realm }) => realm === 'real').map(({ projectId }) => projectId),
  )
  const fresh: KeyedLead[] = []
  for (let from = 0; from < rows.length; from += writtenAtOnce) {
    const page = rows.slice(from, from + writtenAtOnce)
    const judged = await scoreCandidates(ctx, tx, page)
    const changed = await writeRows(tx, judged, now)
    fresh.push(...(await upsertOpportunities(ctx, tx, changed)))
    await upsertMentions(ctx, tx, changed, page)
  }
  await groupDuplicates(tx, fresh)
  return [...new Set(rows.map(({ item }) => item.id))]
}

/**
 * Matches against the stored text if an item arrived with a different one, since a known post keeps its text. Forgotten
 * posts are dropped.
 */
async function inPosts(
  ctx: Ctx,
  tx: Transaction,
  found: readonly PhraseMatch[],
  again: FindAgain,
): Promise<StoredMatch[]> {
  const drafts = found.flatMap(({ arrival: { draft } }) => draft ?? [])
  const posts = await savePosts(ctx, tx, drafts)
  return found.flatMap(({ arrival: { item, realm, draft }, projectId, hits }) => {
    const stored = draft === null ? item : posts.get(identityOf(draft))
    return stored ? moved({ projectId, hits, item, realm }, stored, again) : []
  })
}

async function inOwnCopies(tx: Transaction, matches: StoredMatch[], again: FindAgain): Promise<StoredMatch[]> {
  const pairs = matches.map(({ projectId, item }) => ({ projectId, postId: item.id }))
  const copies = await ownCopies(tx, pairs)
  if (copies.size === 0) return matches
  return matches.flatMap((each) => {
    const copy = copies.get(copyKey(each.projectId, each.item.id))
    return copy ? moved(each, copy, again) : each
  })
}

/** Returns each project's hits in a text. Cached, since many projects may ask for the same text. */
type FindAgain = (item: Item) => ReadonlyMap<string, Candidate['hits']>

function findingAgain(finder: CandidateFinder, now: number): FindAgain {
  const cache = new Map<string, Map<string, Candidate['hits']>>()
  return (item) => {
    const hits = cache.get(item.id) ?? new Map(finder.find(item, { now }).map((each) => [each.projectId, each.hits]))
    cache.set(item.id, hits)
    return hits
  }
}

/** Returns the match as found in another text of the same post, or nothing if it isn't found there. */
function moved(found: StoredMatch, other: Item, again: FindAgain): StoredMatch[] {
  const { projectId, item } = found
  if (item.title === other.title && item.body === other.body) return [{ ...found, item: other }]
  const hits = again(other).get(projectId)
  return hits ? [{ ...found, item: other, hits }] : []
}

/** Deduplicates pairs of post and project, in the common write order. */
function distinct(matches: readonly StoredMatch[]): StoredMatch[] {
  const rows = new Map<string, StoredMatch>()
  for (const each of matches) {
    const key = copyKey(each.item.id, each.projectId)
    if (!rows.has(key)) rows.set(key, each)
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/**
 * Keeps only the hits of keywords and competitors, for their statistics. Hits of words derived from the profile are the
 * majority, cost more to write than the rest of a candidate, and can be recomputed from the text.
 */
function namedHits({ hits }: ScoredCandidate): Hit[] {
  return hits.filter(isListed)
}

/** Writes new and changed rows and returns them. The others were shown when they were written. */
async function writeRows(tx: Transaction, rows: readonly ScoredCandidate[], now: Date): Promise<ScoredCandidate[]> {
  const column = <T>(value: (row: ScoredCandidate) => T) => sql.param(rows.map(value))
  const { rows: written } = await tx.execute<{ place: string }>(sql`
    insert into candidate as c (project_id, post_id, project_version, hits, score, label, realm, created_at)
    select f.project_id, f.post_id, f.version, f.hits::jsonb, f.score, f.label, f.realm, ${now.toISOString()}
    from unnest(${column((row) => row.projectId)}::uuid[], ${column((row) => row.postId)}::uuid[],
      ${column((row) => row.version)}::integer[], ${column((row) => JSON.stringify(namedHits(row)))}::text[],
      ${column((row) => row.score)}::real[], ${column((row) => row.label)}::smallint[],
      ${column((row) => row.realm)}::text[])
      as f(project_id, post_id, version, hits, score, label, realm)
    on conflict (project_id, post_id) do update
    set project_version = excluded.project_version, hits = excluded.hits, score = excluded.score, label = excluded.label
    where c.project_version <> excluded.project_version or c.hits <> excluded.hits or c.score <> excluded.score
      or c.label <> excluded.label
    returning project_id || ' ' || post_id as place`)
  const writtenKeys = new Set(written.map(({ place }) => place))
  return rows.filter(({ projectId, postId }) => writtenKeys.has(copyKey(projectId, postId)))
}
