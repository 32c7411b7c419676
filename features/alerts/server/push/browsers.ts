import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { session } from '#features/accounts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { digestOf } from '#platform/server/digest.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { seal } from '#platform/server/seal.ts'
import type { PushBrowser, PushBrowserCreate, PushState, PushTest } from '../../contract-push.ts'
import { readPublicUrl } from '../destinations/address.ts'
import { areBrowserKeys } from './encrypt.ts'
import { postPush, type Subscription } from './post-push.ts'
import { serverKey } from './server-key.ts'
import { deliveryBrowser, pushSubscription } from './tables.ts'

export type BrowserRow = typeof pushSubscription.$inferSelect

/** How long a push service keeps a test, in seconds: whoever tests is looking at the screen. */
const testSeconds = 300

/** Returns the caller's browsers, the newest first, and the key with which a browser subscribes. */
export async function readPush(ctx: Ctx): Promise<PushState> {
  const { publicKey } = await serverKey(ctx)
  return { key: publicKey, browsers: await ownBrowsers(ctx) }
}

async function ownBrowsers(ctx: Ctx, id?: string): Promise<PushBrowser[]> {
  const { userId, sessionId } = presentActor(ctx)
  const isOwn = and(eq(pushSubscription.userId, userId), id === undefined ? undefined : eq(pushSubscription.id, id))
  const rows = await readOnly(ctx, (tx) =>
    tx
      .select({ browser: pushSubscription, device: session.device })
      .from(pushSubscription)
      .innerJoin(session, eq(session.id, pushSubscription.sessionId))
      .where(isOwn)
      .orderBy(desc(pushSubscription.id)),
  )
  return rows.map(({ browser, device }) => ({
    ...{ id: browser.id, createdAt: browser.createdAt.toISOString(), device },
    current: browser.sessionId === sessionId,
  }))
}

/**
 * Turns on notifications in the caller's browser, for as long as the session lasts. A browser notifies the user who turned
 * them on last. Throws ValidationError for an endpoint that isn't public, or keys that aren't a browser's.
 */
export async function addBrowser(ctx: Ctx, { endpoint, keys }: PushBrowserCreate): Promise<PushBrowser> {
  const { userId, sessionId } = presentActor(ctx)
  await spend(ctx, [{ key: `push browsers of ${userId}`, attempts: 60, minutes: 60 }], 'Too many changes')
  const url = readPublicUrl('endpoint', endpoint)
  if (!areBrowserKeys(keys)) throw faultOfField('keys', "keys must be those of a browser's push subscription")
  await serverKey(ctx)
  const where = {
    endpointDigest: digestOf(url.href),
    subscriptionSealed: seal(ctx, 'push', JSON.stringify({ endpoint: url.href, keys } satisfies Subscription)),
    host: url.host,
  }
  const id = await transaction(ctx, async (tx) => {
    const isElsewhere = and(
      eq(pushSubscription.endpointDigest, where.endpointDigest),
      ne(pushSubscription.sessionId, sessionId),
    )
    await tx.delete(pushSubscription).where(isElsewhere)
    const [row] = await tx
      .insert(pushSubscription)
      .values({ id: ctx.id(), userId, sessionId, ...where, createdAt: ctx.now() })
      .onConflictDoUpdate({ target: pushSubscription.sessionId, set: where })
      .returning({ id: pushSubscription.id })
    return row?.id
  })
  const [browser] = await ownBrowsers(ctx, id)
  if (!browser) throw new Error('the browser was not saved')
  return browser
}

/** Turns off notifications in one of the caller's browsers. Throws NotFoundError if it isn't theirs. */
export async function removeBrowser(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { userId } = presentActor(ctx)
  const isOwn = and(eq(pushSubscription.id, id), eq(pushSubscription.userId, userId))
  const { rowCount } = await transaction(ctx, (tx) => tx.delete(pushSubscription).where(isOwn))
  if (rowCount === 0) throw new ApiError('NotFoundError', 'Not Found')
}

/** Sends a test to one of the caller's browsers at once. A browser that takes none anymore is removed. */
export async function testBrowser(ctx: Ctx, { id }: { id: string }): Promise<PushTest> {
  const { userId } = presentActor(ctx)
  await spend(ctx, [{ key: `push tests of ${userId}`, attempts: 20, minutes: 60 }], 'Too many tests')
  const key = await serverKey(ctx)
  const isOwn = and(eq(pushSubscription.id, id), eq(pushSubscription.userId, userId))
  const [row] = await readOnly(ctx, (tx) => tx.select().from(pushSubscription).where(isOwn))
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  const payload = {
    title: 'Earshot: test notification',
    body: 'This browser shows notifications of your alert rules.',
    path: '/app/settings/account/notifications',
    tag: id,
  }
  const { reason, isGone } = await postPush(ctx, key, row.subscriptionSealed, {
    ...{ payload, ttl: testSeconds, urgency: 'high' },
  })
  if (isGone) await transaction(ctx, (tx) => forgetBrowser(tx, row))
  return { sent: reason === null, reason }
}

/** Deletes a browser that no longer accepts messages, unless it has subscribed anew. */
export async function forgetBrowser(tx: Transaction, { id, endpointDigest }: BrowserRow): Promise<void> {
  const isSame = and(eq(pushSubscription.id, id), eq(pushSubscription.endpointDigest, endpointDigest))
  await tx.delete(pushSubscription).where(isSame)
}

/** Returns the browsers of a user that are signed in, and whether each has received a message. */
export function browsersOf(
  ctx: Ctx,
  tx: Transaction,
  { userId, projectId, deliveryId }: { userId: string; projectId: string; deliveryId: string },
): Promise<{ browser: BrowserRow; hasReceived: boolean }[]> {
  const received = and(
    eq(deliveryBrowser.projectId, projectId),
    eq(deliveryBrowser.deliveryId, deliveryId),
    eq(deliveryBrowser.subscriptionId, pushSubscription.id),
  )
  return tx
    .select({
      browser: pushSubscription,
      hasReceived: sql<boolean>`${deliveryBrowser.subscriptionId} is not null`,
    })
    .from(pushSubscription)
    .leftJoin(deliveryBrowser, received)
    .where(sql`${pushSubscription.id} in (select push_browsers_of(${userId}, ${ctx.now().toISOString()}))`)
    .orderBy(pushSubscription.id)
}
