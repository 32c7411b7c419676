import { createECDH } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { importJWK, SignJWT } from 'jose'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { seal, unseal } from '#platform/server/seal.ts'
import { pushKey, pushSubscription } from './tables.ts'

/** The server's key pair: an uncompressed point on P-256 and its private number, as base64url. */
export interface ServerKey {
  publicKey: string
  privateKey: string
}

/** How long a push service may accept a signature, in seconds. At most a day by RFC 8292. */
const validSeconds = 12 * 3_600

/**
 * Returns the server's key, and makes it at the first call. A key that was sealed with a forgotten secret is replaced;
 * browsers that subscribed with it have to subscribe again.
 */
export function serverKey(ctx: Ctx): Promise<ServerKey> {
  return transaction(ctx, async (tx) => {
    const known = await readServerKey(ctx, tx)
    if (known) return known
    const made = newKey(ctx)
    const row = { publicKey: made.publicKey, privateSealed: seal(ctx, 'push', made.privateKey), createdAt: ctx.now() }
    const { rowCount } = await tx.insert(pushKey).values(row).onConflictDoNothing()
    if (rowCount === 1) return made
    // The lock makes others that replace it wait.
    const [standing] = await tx.select().from(pushKey).for('update')
    const meanwhile = standing && opened(ctx, standing)
    if (meanwhile) return meanwhile
    await tx.delete(pushSubscription)
    await tx.update(pushKey).set(row).where(eq(pushKey.id, true))
    return made
  })
}

/** Returns the server's key; null if there is none that can be read. */
export async function readServerKey(ctx: Ctx, tx: Transaction): Promise<ServerKey | null> {
  const [row] = await tx.select().from(pushKey)
  return row ? opened(ctx, row) : null
}

function opened(ctx: Ctx, { publicKey, privateSealed }: typeof pushKey.$inferSelect): ServerKey | null {
  const privateKey = unseal(ctx, 'push', privateSealed)
  return privateKey === null ? null : { publicKey, privateKey }
}

function newKey(ctx: Ctx): ServerKey {
  const pair = createECDH('prime256v1')
  const privateKey = ctx.secret()
  pair.setPrivateKey(privateKey, 'base64url')
  return { publicKey: pair.getPublicKey('base64url'), privateKey }
}

/** Returns the header Authorization for requests to an endpoint's push service (VAPID, RFC 8292). */
export async function vapidAuthorization(
  { publicUrl, now }: Pick<Ctx, 'publicUrl' | 'now'>,
  { publicKey, privateKey }: ServerKey,
  endpoint: URL,
): Promise<string> {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = await importJWK({ kty: 'EC', crv: 'P-256', d: privateKey, x: x ?? '', y: y ?? '' }, 'ES256')
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(endpoint.origin)
    .setExpirationTime(Math.floor(now().getTime() / 1_000) + validSeconds)
    // Whom to contact about misuse. Push services expect https or an email address.
    .setSubject(publicUrl.replace(/^http:/, 'https:'))
    .sign(key)
  return `vapid t=${token}, k=${publicKey}`
}
