import { z } from 'zod'
import { type Endpoint, envelope, nothing, one } from '#platform/contract/endpoint.ts'
import { instant, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'
import { Identity } from './contract.ts'
import { OwnerProof } from './contract-factors.ts'

/** A passkey of the signed-in user, without its key. */
export const Passkey = z.object({ ...row, name: z.string(), lastUsedAt: instant.nullable() })
export type Passkey = z.infer<typeof Passkey>

const passkeyName = text(100)
export const PasskeyUpdate = z.strictObject({ name: passkeyName })
export type PasskeyUpdate = z.infer<typeof PasskeyUpdate>

const publicKey = z.literal('public-key')
const required = z.literal('required')

/** What the browser's `navigator.credentials.create()` takes (WebAuthn), as JSON. */
export const RegistrationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.number().int() })),
  timeout: z.number().int(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: publicKey })),
  authenticatorSelection: z.object({
    residentKey: required,
    requireResidentKey: z.literal(true),
    userVerification: required,
  }),
  attestation: z.literal('none'),
})
export type RegistrationOptions = z.infer<typeof RegistrationOptions>

/** What the browser's `navigator.credentials.get()` takes (WebAuthn), as JSON. It names no user. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: required,
})
export type RequestOptions = z.infer<typeof RequestOptions>

const base64url = (max: number) => z.string().min(1).max(max)
/** The fields of a credential that are read. Browsers add others. */
const credential = {
  id: base64url(2_000),
  rawId: base64url(2_000),
  type: publicKey,
  clientExtensionResults: z.object({}),
}
const Registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(12_000),
    transports: z.array(z.string().max(50)).max(10).default([]),
  }),
})
export const PasskeyCreate = z.strictObject({ name: passkeyName, credential: Registration })
export type PasskeyCreate = z.infer<typeof PasskeyCreate>
export const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    /** The user, as the passkey stores it. Passkeys that can be used without a name always send it. */
    userHandle: base64url(200),
  }),
})
export type Assertion = z.infer<typeof Assertion>
const PasskeySignIn = z.strictObject({ credential: Assertion })

export const passkeyEndpoints = {
  passkeyChallengeCreate: {
    method: 'POST',
    path: '/auth/passkey-challenge',
    access: 'anyone',
    answer: one(RequestOptions),
  },
  passkeySignIn: {
    method: 'POST',
    path: '/auth/passkey',
    access: 'anyone',
    session: 'starts',
    body: PasskeySignIn,
    answer: Identity,
  },
  passkeys: { method: 'GET', path: '/users/me/passkeys', access: 'inPerson', answer: one(z.array(Passkey)) },
  passkeyRegistrationCreate: {
    method: 'POST',
    path: '/users/me/passkey-registration',
    access: 'inPerson',
    body: OwnerProof,
    answer: one(RegistrationOptions),
  },
  passkeysCreate: {
    method: 'POST',
    path: '/users/me/passkeys',
    access: 'inPerson',
    body: envelope(PasskeyCreate),
    answer: one(Passkey),
    status: 201,
  },
  passkeysUpdate: {
    method: 'PUT',
    path: '/users/me/passkeys/:id',
    access: 'inPerson',
    body: envelope(PasskeyUpdate),
    answer: one(Passkey),
  },
  passkeysDelete: {
    method: 'DELETE',
    path: '/users/me/passkeys/:id',
    access: 'inPerson',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
