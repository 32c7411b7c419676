import { createECDH } from 'node:crypto'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { PushBrowserCreate } from '../../contract-push.ts'
import { deliveryBrowser } from './tables.ts'

/** A browser that subscribed, with the private key that it keeps. */
export interface TestBrowser {
  subscription: PushBrowserCreate
  privateKey: Buffer
}

/** Returns a browser with a key pair of its own, whose push service is at the endpoint. */
export function newBrowser(endpoint = 'https://push.pipewell.com/wpush/v2/abc'): TestBrowser {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const auth = Buffer.alloc(16, endpoint).toString('base64url')
  return { subscription: { endpoint, keys: { p256dh, auth } }, privateKey: pair.getPrivateKey() }
}

/** Notes that a browser received a message. */
export async function seedReceived(ctx: Ctx, projectId: string, deliveryId: string, browser: string): Promise<void> {
  await transaction(actingAs(ctx, { kind: 'job', name: 'test' }), (tx) =>
    tx.insert(deliveryBrowser).values({ projectId, deliveryId, subscriptionId: browser, createdAt: ctx.now() }),
  )
}
