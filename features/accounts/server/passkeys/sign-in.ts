import type { VerifiedAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { refund, spend } from '#platform/server/permissions/rate-limit.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { Identity } from '../../contract.ts'
import type { Assertion, RequestOptions } from '../../contract-passkeys.ts'
import { openSession } from '../sessions/sessions.ts'
import { challengeBudgets, passkeyBudgets } from '../throttle.ts'
import { challengeExpired, challengeSeconds, consumeChallenge, issueChallenge } from '../two-factor/challenges.ts'
import { requireUnblocked } from '../users.ts'
import { handleOf } from './register.ts'
import { relyingParty } from './relying-party.ts'
import type { PasskeyRow } from './settings.ts'
import { passkey } from './tables.ts'

/** Returns what a browser needs to ask for a passkey. It names no user: the passkey does. */
export async function challengeForPasskey(ctx: Ctx, { address }: { address: string }): Promise<RequestOptions> {
  const { id } = relyingParty(ctx)
  await spend(ctx, passkeyBudgets(address))
  const { text } = await transaction(ctx, (tx) => issueChallenge(ctx, tx, { kind: 'passkey', userId: null }))
  return { challenge: text, rpId: id, timeout: challengeSeconds.passkey * 1000, userVerification: 'required' }
}

/**
 * Signs in with a passkey, whose device has checked the person: no code is asked (docs/decisions/0129). A counter that
 * doesn't rise shows a copied passkey. Throws ValidationError.
 */
export async function signInWithPasskey(
  ctx: Ctx,
  { credential, address }: { credential: Assertion; address: string },
): Promise<Identity> {
  const budgets = challengeBudgets(address)
  await spend(ctx, budgets)
  const [found] = await transaction(ctx, (tx) =>
    tx.select().from(passkey).where(eq(passkey.credentialId, credential.id)),
  )
  const counter = await verifiedCounter(ctx, found ?? null, credential)
  if (!found || counter === null || credential.response.userHandle !== handleOf(found.userId)) throw notAccepted()
  return transaction(ctx, async (tx) => {
    // Locked like for every change of an account: the passkey may just have been removed.
    const [row] = await tx.select().from(user).where(eq(user.id, found.userId)).for('no key update')
    const [used] = await tx
      .update(passkey)
      .set({ counter, lastUsedAt: ctx.now() })
      .where(and(eq(passkey.id, found.id), eq(passkey.counter, found.counter)))
      .returning({ id: passkey.id })
    if (!row || !used) throw notAccepted()
    requireUnblocked(row)
    await refund(tx, budgets)
    return openSession(ctx, tx, row)
  })
}

/** Any key, against which an unknown passkey is checked, so that its challenge is used up too. */
const placeholderKey = 'pQECAyYgASFYIA'

/** Checks a browser's answer and returns the new counter; null if it is wrong. The challenge is used up in any case. */
async function verifiedCounter(ctx: Ctx, row: PasskeyRow | null, response: Assertion): Promise<number | null> {
  const { id, origin } = relyingParty(ctx)
  // Loaded on first use, since it takes longer to load than the rest of the server's sign-in.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  let answered = false
  const expectedChallenge = async (text: string) => {
    answered = (await transaction(ctx, (tx) => consumeChallenge(ctx, tx, text, { kind: 'passkey' }))) !== null
    return answered
  }
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: Uint8Array.from(Buffer.from(row?.publicKey ?? placeholderKey, 'base64url')),
      counter: row?.counter ?? 0,
    },
  }).catch((error: unknown): VerifiedAuthenticationResponse | null => {
    // The library throws plain errors for whatever is wrong with an answer.
    ctx.log.info({ reason: error instanceof Error ? error.name : 'unknown' }, 'passkey not accepted')
    return null
  })
  if (!answered) throw challengeExpired('Try again.')
  return result?.verified ? result.authenticationInfo.newCounter : null
}

function notAccepted(): ApiError {
  return new ApiError('ValidationError', "This passkey isn't accepted. It may have been removed. Sign in another way.")
}
