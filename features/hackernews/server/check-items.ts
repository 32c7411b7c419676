import { sql } from 'drizzle-orm'
import { itemNumber, storedId } from '#engine/hackernews/item.ts'
import type { Realm } from '#engine/sources.ts'
import { sourceNumbers } from '#features/matching/server/index.ts'
import type { Identity } from '#features/posts/server/index.ts'
import { forgetPost } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { type HackerNews, HackerNewsError } from './api.ts'

/** Each stored item is checked again before a day is over (DESIGN 4). */
const recheckMs = 20 * 3_600_000
const checksMost = 200
/** If more items are unknown together, Hacker News is failing. */
const unknownMost = 3

interface Stored extends Identity {
  id: string
  outsideName: string
}

/** Checks the stored items that changed, and those that weren't checked for long; forgets the ones that are gone. */
export async function checkItems(ctx: Ctx, site: HackerNews): Promise<void> {
  const names = (await site.changed()).map(storedId)
  const stored = await transaction(ctx, (tx) => dueItems(ctx, tx, site.realm, names))
  const states = await site.states(stored.flatMap(({ outsideName }) => itemNumber(outsideName) ?? []))
  const stateOf = ({ outsideName }: Stored) => states.get(itemNumber(outsideName) ?? 0) ?? null
  const unknown = stored.filter((item) => stateOf(item) === null)
  if (unknown.length > unknownMost) throw new HackerNewsError('Hacker News sent an unexpected response')
  const there = stored.filter((item) => stateOf(item)?.gone === null)
  await transaction(ctx, (tx) => recordThere(ctx, tx, there))
  for (const item of stored) {
    if (ctx.stopping.aborted) return
    const state = stateOf(item)
    const standing = state === null ? 'absent' : state.gone
    if (standing !== null) await forgetPost(ctx, item, standing)
  }
}

async function dueItems(ctx: Ctx, tx: Transaction, realm: Realm, changed: readonly string[]): Promise<Stored[]> {
  const before = new Date(ctx.now().getTime() - recheckMs).toISOString()
  const { rows } = await tx.execute<Stored & Record<string, unknown>>(sql`
    select p.id, p.source, p.kind, p.outside_id::text as "outsideId", p.outside_name as "outsideName"
    from post p join post_check c on c.post_id = p.id
    where p.source = ${sourceNumbers.hackernews[realm]} and p.outside_name like 'hn-%' and c.standing = 'there'
      and (c.checked_at <= ${before} or p.outside_name = any (${sql.param([...changed])}::text[]))
    order by c.checked_at limit ${checksMost}`)
  return rows
}

async function recordThere(ctx: Ctx, tx: Transaction, items: readonly Stored[]): Promise<void> {
  if (items.length === 0) return
  await tx.execute(sql`
    update post_check set checked_at = ${ctx.now().toISOString()}, checked_by = 'api'
    where post_id = any (${sql.param(items.map(({ id }) => id))}::uuid[]) and standing = 'there'`)
}
