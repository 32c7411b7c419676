import type { Candidate, CandidateFinder } from '@earshot/engine/candidates'
import type { Item } from '@earshot/engine/item'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import type { Arrival } from './batches.ts'
import { isListening } from './listening.ts'
import { copyKey, ownCopies } from './own-copies.ts'
import { identityOf, keepPosts } from './posts.ts'

/** An item that a project's phrases were found in. */
export interface Found extends Candidate {
  arrival: Arrival
}

/** The same with the post that it stands in, and that post's text. */
interface Placed extends Candidate {
  batchId: string
  item: Item
}

/** A candidate as it is to be written. */
interface Row {
  projectId: string
  postId: string
  batchId: string
  hits: string
}

/** Rows of one statement. */
const writtenAtOnce = 2000

/**
 * Writes what was found, the posts first: only what matches anything is kept (DESIGN 3). Answers with the ids of the
 * posts that the candidates stand in. To be called while holdListening() holds, which makes of it that no post is
 * missed and nothing outdated stays:
 *
 * A batch reads the phrases, notes their version and writes what it found while no change of phrases can be committed.
 * For a batch and a change there are two cases. The change was committed before: then the batch found by it. Or it
 * comes into force after the batch is committed: then it is of a greater version than the batch has noted, and its
 * look-back, which is sent with it and so begins later still, reads every batch of a smaller version. It writes what it
 * finds by the new phrases and at its end withdraws what only the old ones found. So nobody needs to lock a project, and
 * the project's version as it stands is that of the phrases.
 *
 * Posts and candidates are written in one order everywhere, so that two writers wait for each other but never embrace.
 */
export async function writeFound(
  ctx: Ctx,
  tx: Transaction,
  found: readonly Found[],
  finder: CandidateFinder,
): Promise<string[]> {
  const now = ctx.now()
  const again = findingAgain(finder)
  const placed = await inOwnCopies(tx, await inPosts(ctx, tx, found, again, now), again)
  const rows = distinct(placed)
  ctx.reach('candidates: posts written')
  for (let from = 0; from < rows.length; from += writtenAtOnce) {
    await writeRows(tx, rows.slice(from, from + writtenAtOnce), now)
  }
  return [...new Set(rows.map(({ postId }) => postId))]
}

/** A post that is known keeps its text; where an item came with another one, what counts is found in that. */
async function inPosts(
  ctx: Ctx,
  tx: Transaction,
  found: readonly Found[],
  again: FindAgain,
  now: Date,
): Promise<Placed[]> {
  const drafts = found.flatMap(({ arrival: { draft } }) => draft ?? [])
  const posts = await keepPosts(ctx, tx, drafts, now)
  return found.flatMap(({ arrival: { batchId, item, draft }, projectId, hits }) => {
    const there = draft === null ? item : posts.get(identityOf(draft))!
    return moved({ projectId, hits, batchId, item }, there, again)
  })
}

async function inOwnCopies(tx: Transaction, placed: Placed[], again: FindAgain): Promise<Placed[]> {
  const pairs = placed.map(({ projectId, item }) => ({ projectId, postId: item.id }))
  const copies = await ownCopies(tx, pairs)
  if (copies.size === 0) return placed
  return placed.flatMap((each) => {
    const copy = copies.get(copyKey(each.projectId, each.item.id))
    return copy ? moved(each, copy, again) : each
  })
}

/** What a text holds for each project; looked for once, since it may be asked for very many of them. */
type FindAgain = (item: Item) => ReadonlyMap<string, Candidate['hits']>

function findingAgain(finder: CandidateFinder): FindAgain {
  const known = new Map<string, Map<string, Candidate['hits']>>()
  return (item) => {
    const hits = known.get(item.id) ?? new Map(finder.find(item).map((each) => [each.projectId, each.hits]))
    known.set(item.id, hits)
    return hits
  }
}

/** What was found in one text as it is in another of the same post; nothing where it is not found there. */
function moved(found: Placed, there: Item, again: FindAgain): Placed[] {
  const { projectId, item } = found
  if (item.title === there.title && item.body === there.body) return [{ ...found, item: there }]
  const hits = again(there).get(projectId)
  return hits ? [{ ...found, item: there, hits }] : []
}

/** Each pair of post and project once, in the order in which all write them. */
function distinct(placed: readonly Placed[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { projectId, item, batchId, hits } of placed) {
    const key = copyKey(item.id, projectId)
    if (!rows.has(key)) rows.set(key, { projectId, postId: item.id, batchId, hits: JSON.stringify(hits) })
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** A project that is gone by now is left out; the others are kept from going until the transaction ends. */
async function writeRows(tx: Transaction, rows: readonly Row[], now: Date): Promise<void> {
  const column = <Name extends keyof Row>(name: Name) => sql.param(rows.map((row) => row[name]))
  await tx.execute(sql`
    insert into candidate (project_id, post_id, batch_id, project_version, hits, created_at)
    select f.project_id, f.post_id, f.batch_id, p.version, f.hits::jsonb, ${now.toISOString()}
    from unnest(${column('projectId')}::uuid[], ${column('postId')}::uuid[], ${column('batchId')}::uuid[],
      ${column('hits')}::text[]) as f(project_id, post_id, batch_id, hits)
    join project p on p.id = f.project_id and ${isListening}
    order by f.post_id, f.project_id
    for key share of p
    on conflict (project_id, post_id) do update
    set batch_id = excluded.batch_id, project_version = excluded.project_version, hits = excluded.hits, scored_at = null
    where candidate.project_version <> excluded.project_version or candidate.hits <> excluded.hits`)
}
