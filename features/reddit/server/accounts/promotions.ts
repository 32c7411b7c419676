import { eq, sql } from 'drizzle-orm'
import { type AccountPromotions, promotionsMost } from '#engine/replies/account-promotions.ts'
import { promotionReader } from '#engine/replies/checking/promotion-reader.ts'
import type { ProductNames } from '#engine/replies/checking/reply-reading.ts'
import { brandNames } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { RedditApi } from '../api/api.ts'
import { type Asking, userItems } from '../api/listings.ts'
import { type Outcome, ok } from '../api/outcome.ts'
import type { RedditUser } from '../api/people.ts'
import { redditAccount } from '../tables.ts'

type AccountRow = typeof redditAccount.$inferSelect

/** The karma that Reddit gives every new account. */
const firstKarma = 1
const dayMs = 24 * 3_600_000

/**
 * Reads whether an account's last posts and comments promote the project's product, newest first; null if Reddit lists
 * none of an account that must have had some. Posts and comments whose texts Reddit no longer shows are left out.
 */
export async function readPromotions(
  ctx: Ctx,
  api: RedditApi,
  { projectId, user }: { projectId: string; user: RedditUser },
  asking: Asking,
): Promise<Outcome<boolean[] | null>> {
  const found = await userItems(api, user.name, 'overview', { limit: promotionsMost }, asking)
  if (found.state !== 'ok') return found
  const { records, gone, broken } = found.value
  if (records.length + gone.length + broken === 0 && hasKarma(user)) return ok(null)
  const isPromotion = promotionReader(await transaction(ctx, (tx) => productNames(tx, projectId)))
  return ok(records.slice(0, promotionsMost).map(isPromotion))
}

function hasKarma({ linkKarma, commentKarma }: RedditUser): boolean {
  return linkKarma === null || commentKarma === null || linkKarma + commentKarma > firstKarma
}

/** Returns the names by which texts are recognized as promoting a project's product. */
export async function productNames(tx: Transaction, projectId: string): Promise<ProductNames> {
  const [row] = await tx
    .select({ name: project.name, website: project.website })
    .from(project)
    .where(eq(project.id, projectId))
  return { name: row?.name ?? '', website: row?.website ?? null, aliases: await brandNames(tx, projectId) }
}

/** Returns the stored part of what was read. */
export function promotionColumns(ctx: Ctx, promotions: boolean[] | null) {
  return promotions === null
    ? ({ promotions, promotionsAt: null, promotionsTrouble: 'hidden' } as const)
    : { promotions, promotionsAt: ctx.now(), promotionsTrouble: null }
}

/** Returns the change after a failure: an earlier reading stays, since it says how old it is. */
export function failedPromotions() {
  const { promotions, promotionsTrouble } = redditAccount
  return { promotionsTrouble: sql`case when ${promotions} is null then coalesce(${promotionsTrouble}, 'failed') end` }
}

/** Returns what is known about an account's last posts and comments. */
export function promotionsOf(
  {
    promotions,
    promotionsAt,
    promotionsTrouble,
  }: Pick<AccountRow, 'promotions' | 'promotionsAt' | 'promotionsTrouble'>,
  now: Date,
): AccountPromotions {
  if (promotions === null || promotionsAt === null) return { state: 'unread', because: promotionsTrouble ?? 'pending' }
  return { state: 'read', each: promotions, daysOld: Math.floor((now.getTime() - promotionsAt.getTime()) / dayMs) }
}
