import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { refund, spend } from '#platform/server/permissions/rate-limit.ts'
import { unconfirmedEmail } from '#platform/server/permissions/refusals.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import type { OwnerProof } from '../../contract-factors.ts'
import type { Passkey, PasskeyCreate, RegistrationOptions } from '../../contract-passkeys.ts'
import { accountUrl } from '../links.ts'
import { lockSignedIn } from '../sessions/signed-in.ts'
import { challengeBudgets, passwordBudgets, secondFactorBudgets } from '../throttle.ts'
import { challengeExpired, challengeSeconds, consumeChallenge, issueChallenge } from '../two-factor/challenges.ts'
import { requireOwner } from '../two-factor/check-code.ts'
import { passkeyAddedLetter } from '../two-factor/letters.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'
import { type PasskeyRow, passkeysOf, presentPasskey } from './settings.ts'
import { passkey } from './tables.ts'

/** The maximum per user. More would be hard to tell apart. */
const userMax = 20
/** ES256, RS256 and EdDSA: what authenticators have, by their numbers in COSE. */
const algorithms = [-7, -257, -8]
const to = 'add a passkey'

/**
 * Starts adding a passkey to the signed-in user, and returns what the browser needs. Requires a confirmed address, like
 * linking an account; and a code from users with two-factor sign-in, since a passkey stands in for it.
 */
export async function startPasskey(ctx: Ctx, proof: OwnerProof & { address: string }): Promise<RegistrationOptions> {
  const party = relyingParty(ctx)
  const { currentPassword, code, address } = proof
  const guesses = [
    ...passwordBudgets(ctx),
    ...(code === undefined ? [] : secondFactorBudgets(signedInId(ctx), address)),
  ]
  await spend(ctx, guesses)
  return transaction(ctx, async (tx) => {
    const user = await lockSignedIn(ctx, tx)
    if (user.confirmedAt === null) throw unconfirmedEmail(to)
    await requireOwner(ctx, tx, user, { currentPassword, code, to })
    await refund(tx, guesses)
    const present = await passkeysOf(tx, user.id)
    requireRoom(present)
    const { text } = await issueChallenge(ctx, tx, { kind: 'registration', userId: user.id })
    return {
      challenge: text,
      rp: { id: party.id, name: 'Earshot' },
      user: { id: handleOf(user.id), name: user.email, displayName: user.username },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: challengeSeconds.registration * 1000,
      excludeCredentials: present.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' as const })),
      // Usable without a name, and only after the device has checked a fingerprint, face or PIN.
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    }
  })
}

/** Stores the passkey that the browser created, and mails its owner. Throws ValidationError. */
export async function addPasskey(
  ctx: Ctx,
  { name, credential, address }: PasskeyCreate & { address: string },
): Promise<Passkey> {
  await spend(ctx, challengeBudgets(address))
  const userId = signedInId(ctx)
  const { id: credentialId, publicKey, counter } = await verified(ctx, relyingParty(ctx), userId, credential)
  return transaction(ctx, async (tx) => {
    const user = await lockSignedIn(ctx, tx)
    requireRoom(await passkeysOf(tx, userId))
    const { transports } = credential.response
    const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
    const [row] = await tx
      .insert(passkey)
      .values({ id: ctx.id(), userId, name, credentialId, publicKey, counter, transports, ...dates })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new ApiError('ConflictError', 'This passkey is already in use.')
    const letter = passkeyAddedLetter({ username: user.username, passkey: name, url: accountUrl(ctx) })
    await sendMail(ctx, tx, { to: user.email, userId, ...letter })
    return presentPasskey(row)
  })
}

/** Checks the browser's answer. Its challenge is used up whatever the result. */
async function verified(
  ctx: Ctx,
  { id, origin }: RelyingParty,
  userId: string,
  response: PasskeyCreate['credential'],
): Promise<{ id: string; publicKey: string; counter: number }> {
  // Loaded on first use, since it takes longer to load than the rest of the server's sign-in.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  let answered = false
  const expectedChallenge = async (text: string) => {
    const row = await transaction(ctx, (tx) => consumeChallenge(ctx, tx, text, { kind: 'registration', userId }))
    answered = row !== null
    return answered
  }
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown): VerifiedRegistrationResponse => {
    // The library throws plain errors for whatever is wrong with an answer.
    ctx.log.info({ reason: error instanceof Error ? error.name : 'unknown' }, 'passkey not added')
    return { verified: false }
  })
  if (result.verified) {
    const { credential } = result.registrationInfo
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
    }
  }
  if (!answered) throw challengeExpired('Add the passkey again.')
  throw new ApiError('ValidationError', "This passkey can't be used here. Try again, or use another device.")
}

/** Returns a user as a passkey stores them: random bytes without meaning, as WebAuthn asks. */
export function handleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

function requireRoom(present: readonly PasskeyRow[]): void {
  if (present.length < userMax) return
  throw new ApiError('ApplicationError', `You have reached the limit of ${userMax} passkeys. Remove one first.`)
}
