import { eq, inArray, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { languageOf } from '#engine/text/language.ts'
import { opportunity } from '#features/leads/server/index.ts'
import { checkColumns, post, postCheck, presentPost } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import { type FoundPost, type FoundPosts, type PostSearchPage, sortedMost } from '../contract.ts'
import { type FoundItems, type PostCursor, searchPosts } from './post-search.ts'
import { foundIn, type PreparedSearch, prepareSearch, sortFound } from './prepared-search.ts'

/** How many posts a page of the newest has, and how many of the best another sort returns. */
const pageSize = 25
const bestMost = 100

/** Returns the stored posts of a project that match a search. Throws ValidationError for an invalid query. */
export async function findStoredPosts(
  ctx: Ctx,
  { id: projectId, query: search }: { id: string; query: PostSearchPage },
): Promise<FoundPosts> {
  roleIn(ctx, projectId)
  const { sort, cursor } = search
  const after = cursor === undefined ? undefined : readCursor(cursor)
  return readOnly(ctx, async (tx) => {
    const prepared = await prepareSearch(ctx, tx, projectId, search)
    const limit = sort === 'newest' ? pageSize : sortedMost
    const { items, next } = await findItems(tx, prepared, { limit, after })
    const shown = sort === 'newest' ? items : sortFound(items, sort, prepared).slice(0, bestMost)
    return {
      data: await presentItems(tx, prepared, shown),
      meta: {
        nextCursor: sort === 'newest' && next ? writeCursor(next) : null,
        capped: sort !== 'newest' && next !== null,
      },
    }
  })
}

/** Returns the posts of a search, newest first. */
export async function findItems(
  tx: Transaction,
  { projectId, now, query, lens, lensesOf, isImpossible }: PreparedSearch,
  { limit, after }: { limit: number; after?: PostCursor | undefined },
): Promise<FoundItems> {
  if (isImpossible) return { items: [], next: null }
  const accepts = lens && ((item: Item) => lensesOf(item, [lens]).length > 0)
  return searchPosts(tx, query, { projectId, now, limit, after, accepts, languageOf })
}

async function presentItems(tx: Transaction, prepared: PreparedSearch, items: readonly Item[]): Promise<FoundPost[]> {
  if (items.length === 0) return []
  const reading = readRows(tx, prepared.projectId, items)
  // Found while PostgreSQL reads.
  const found = items.map((item) => foundIn(item, prepared))
  const byId = new Map((await reading).map((row) => [row.post.id, row]))
  return items.flatMap((item, at) => {
    const row = byId.get(item.id)
    return row ? [{ post: presentPost(row), ...found[at]!, lead: row.lead }] : []
  })
}

/** Reads posts with what was checked of them, and the project's leads at them. */
async function readRows(tx: Transaction, projectId: string, items: readonly Item[]) {
  const ids = items.map(({ id }) => id)
  return tx
    .select({ post, check: checkColumns, lead: { id: opportunity.id, state: opportunity.state } })
    .from(post)
    .leftJoin(postCheck, eq(postCheck.postId, post.id))
    .leftJoin(
      opportunity,
      sql`${opportunity.projectId} = ${projectId} and ${opportunity.postId} = ${post.id} and ${isSeen(opportunity)}`,
    )
    .where(inArray(post.id, ids))
}

function writeCursor({ postedAt, id }: PostCursor): string {
  return `${postedAt ?? ''}_${id}`
}

const cursorPattern = /^(-?\d{1,14})?_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function readCursor(text: string): PostCursor {
  const [, postedAt, id] = cursorPattern.exec(text) ?? []
  if (id === undefined) throw faultOfField('cursor', 'cursor must be the nextCursor of an answer')
  return { postedAt: postedAt === undefined ? null : Number(postedAt), id }
}
