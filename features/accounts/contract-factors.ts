import { z } from 'zod'
import { type Endpoint, nothing, one } from '#platform/contract/endpoint.ts'
import { instant } from '#platform/contract/row.ts'
import { Identity } from './contract.ts'

/** The message for a code that is wrong, old, or was used before: nobody learns which. */
export const wrongSecondFactor = 'This code is incorrect or was already used'

/** A code from the authenticator app, or a recovery code. People may type spaces and dashes. */
const code = z.string().trim().min(1, 'code is required').max(64, 'code must be at most 64 characters')
const knownPassword = z.string().min(1).max(256)
/** 256 random bits. A malformed one gets the same error as an unknown one. */
const challenge = z.string().max(100)

/** What only the owner has: the password, if the account has one, and a code, if two-factor sign-in is on. */
export const OwnerProof = z.strictObject({ currentPassword: knownPassword.optional(), code: code.optional() })
export type OwnerProof = z.infer<typeof OwnerProof>

/** Without `challenge`, the one in the cookie of a provider's sign-in counts. */
const SecondFactor = z.strictObject({ challenge: challenge.optional(), code })
export const TwoFactorStart = z.strictObject({ currentPassword: knownPassword.optional() })
export type TwoFactorStart = z.infer<typeof TwoFactorStart>
export const TwoFactorConfirmation = z.strictObject({ challenge, code })
export type TwoFactorConfirmation = z.infer<typeof TwoFactorConfirmation>

/** Whether the signed-in user has an authenticator app, and since when. */
export const TwoFactor = z.object({
  enabledAt: instant.nullable(),
  recoveryCodesLeft: z.number().int(),
})
export type TwoFactor = z.infer<typeof TwoFactor>

/** The key of a new authenticator app, in base32 and as the URI in its QR code. It isn't in use until it is confirmed. */
export const TwoFactorSetup = z.object({
  challenge: z.string(),
  secret: z.string(),
  uri: z.string(),
  expiresAt: instant,
})
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>

/** Shown once: only digests are stored. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const twoFactorEndpoints = {
  /** The second step of a sign-in that was answered with a challenge (docs/decisions/0129). */
  secondFactor: {
    method: 'POST',
    path: '/auth/local/second-factor',
    access: 'anyone',
    session: 'starts',
    body: SecondFactor,
    answer: Identity,
  },
  twoFactor: { method: 'GET', path: '/users/me/two-factor', access: 'inPerson', answer: one(TwoFactor) },
  twoFactorCreate: {
    method: 'POST',
    path: '/users/me/two-factor',
    access: 'inPerson',
    body: TwoFactorStart,
    answer: one(TwoFactorSetup),
  },
  /** Turns it on, given the first code of the app. */
  twoFactorPut: {
    method: 'PUT',
    path: '/users/me/two-factor',
    access: 'inPerson',
    body: TwoFactorConfirmation,
    answer: one(RecoveryCodes),
  },
  twoFactorDelete: {
    method: 'DELETE',
    path: '/users/me/two-factor',
    access: 'inPerson',
    body: OwnerProof,
    answer: nothing,
    status: 204,
  },
  /** Replaces the recovery codes. */
  recoveryCodesPut: {
    method: 'PUT',
    path: '/users/me/recovery-codes',
    access: 'inPerson',
    body: OwnerProof,
    answer: one(RecoveryCodes),
  },
} as const satisfies Record<string, Endpoint>
