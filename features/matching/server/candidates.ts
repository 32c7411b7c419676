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

/** An item that a project's phrases were found in. */
export interface PhraseMatch extends Candidate {
  arrival: Arrival
}

/** The same with the post that it stands in, and that post's text. */
interface StoredMatch extends Candidate {
  item: Item
  realm: Realm
}

/** Rows of one statement. */
const writtenAtOnce = 2000

/**
 * Takes what was found to its end: the posts first, since only what matches anything is kept (DESIGN 3), then the
 * candidates with their scores, then the leads and the mentions among them. Answers with the ids of the posts that they stand in. To be
 * called while shareWatchlist() holds, which makes of it that no post is missed and nothing outdated stays:
 *
 * A batch reads the phrases, notes their version and writes what it found while no change of phrases can be committed.
 * For a batch and a change there are two cases. The change was committed before: then the batch found by it. Or it
 * comes into force after the batch is committed: then it is of a greater version than the batch has noted, and its
 * backfill, which is sent with it and so begins later still, reads every batch of a smaller version. It writes what it
 * finds by the new phrases and at its end withdraws what only the old ones found. So nobody needs to lock a project, and
 * the project's version as it stands is that of the phrases and of the profile that scores.
 *
 * Posts and candidates are written in one order everywhere, so that two writers wait for each other but never embrace.
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
 * A post that is known keeps its text; where an item came with another one, what counts is found in that. One that is
 * forgotten stays so.
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
    const there = draft === null ? item : posts.get(identityOf(draft))
    return there ? moved({ projectId, hits, item, realm }, there, again) : []
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

/** What a text holds for each project; looked for once, since it may be asked for very many of them. */
type FindAgain = (item: Item) => ReadonlyMap<string, Candidate['hits']>

function findingAgain(finder: CandidateFinder, now: number): FindAgain {
  const known = new Map<string, Map<string, Candidate['hits']>>()
  return (item) => {
    const hits = known.get(item.id) ?? new Map(finder.find(item, { now }).map((each) => [each.projectId, each.hits]))
    known.set(item.id, hits)
    return hits
  }
}

/** What was found in one text as it is in another of the same post; nothing where it is not found there. */
function moved(found: StoredMatch, there: Item, again: FindAgain): StoredMatch[] {
  const { projectId, item } = found
  if (item.title === there.title && item.body === there.body) return [{ ...found, item: there }]
  const hits = again(there).get(projectId)
  return hits ? [{ ...found, item: there, hits }] : []
}

/** Each pair of post and project once, in the order in which all write them. */
function distinct(matches: readonly StoredMatch[]): StoredMatch[] {
  const rows = new Map<string, StoredMatch>()
  for (const each of matches) {
    const key = copyKey(each.item.id, each.projectId)
    if (!rows.has(key)) rows.set(key, each)
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/**
 * Of hits only those of keywords and competitors are kept, for people to see what each brings. Those of words derived
 * from the profile are most of them and cost more to write than all else of a candidate; they follow from the text.
 */
function namedHits({ hits }: ScoredCandidate): Hit[] {
  return hits.filter(isListed)
}

/** Writes those that are new or changed, and answers with them. What stands there already was shown when it was written. */
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
    where c.project_version <> excluded.project_version or c.hits <> excluded.hits
    returning project_id || ' ' || post_id as place`)
  const writtenKeys = new Set(written.map(({ place }) => place))
  return rows.filter(({ projectId, postId }) => writtenKeys.has(copyKey(projectId, postId)))
}
