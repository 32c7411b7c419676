import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { type Person, password } from '#tests/support/seed-data.ts'
import type { Assertion, PasskeyCreate, RegistrationOptions, RequestOptions } from '../../../contract-passkeys.ts'
import { passkey } from '../tables.ts'

/** What a test can make an authenticator do otherwise. */
interface Behavior {
  origin?: string
  /** Whether it checked the person: a fingerprint, a face, or a PIN. */
  verified?: boolean
  /** What its counter is set to before it signs. */
  counter?: number
}

/** An authenticator in software with one passkey (WebAuthn, ES256, without attestation). */
export class TestAuthenticator {
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  readonly #credentialId = randomBytes(16)
  #counter = 0
  #userHandle = ''

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // A COSE key in CBOR: kty 2, alg -7, crv 1, x, y.
    const start = Buffer.from('a5010203262001215820', 'hex')
    this.#publicKey = Buffer.concat([start, bytesOf(x), Buffer.from('225820', 'hex'), bytesOf(y)])
  }

  /** Creates the passkey, as `navigator.credentials.create()` does. */
  create(options: RegistrationOptions, behavior: Behavior = {}): PasskeyCreate['credential'] {
    this.#userHandle = options.user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#credentialId.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#credentialId, this.#publicKey])
    const data = this.#authenticatorData(options.rp.id, 0x40, behavior, attested)
    // CBOR: {fmt: 'none', attStmt: {}, authData}.
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
    const attestationObject = Buffer.concat([head, Buffer.from([data.length]), data]).toString('base64url')
    const clientDataJSON = clientData('webauthn.create', options.challenge, behavior).toString('base64url')
    return { ...this.#credential(), response: { clientDataJSON, attestationObject, transports: ['internal'] } }
  }

  /** Signs a challenge, as `navigator.credentials.get()` does. */
  get(options: RequestOptions, behavior: Behavior = {}): Assertion {
    this.#counter = behavior.counter ?? this.#counter + 1
    const data = this.#authenticatorData(options.rpId, 0, behavior)
    const client = clientData('webauthn.get', options.challenge, behavior)
    const signature = sign('sha256', Buffer.concat([data, digest(client)]), this.#key).toString('base64url')
    const [clientDataJSON, authenticatorData] = [client.toString('base64url'), data.toString('base64url')]
    return {
      ...this.#credential(),
      response: { clientDataJSON, authenticatorData, signature, userHandle: this.#userHandle },
    }
  }

  #credential() {
    const id = this.#credentialId.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  }

  #authenticatorData(rpId: string, extra: number, { verified = true }: Behavior, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const flags = Buffer.from([0x01 | (verified ? 0x04 : 0) | extra])
    return Buffer.concat([digest(Buffer.from(rpId)), flags, counter, attested])
  }
}

function clientData(type: string, challenge: string, { origin = 'http://localhost:3000' }: Behavior): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function bytesOf(base64url: string): Buffer {
  return Buffer.from(base64url, 'base64url')
}

/** Adds a passkey that nobody can use. Returns its ID. */
export async function seedPasskey(ctx: Ctx, userId: string): Promise<string> {
  const id = ctx.id()
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const values = { id, userId, name: 'Phone', credentialId: id, publicKey: '', counter: 0, transports: [], ...dates }
  await transaction(ctx, (tx) => tx.insert(passkey).values(values))
  return id
}

/** Starts adding a passkey for a user with a confirmed address, and creates it in an authenticator. */
export async function createdPasskey(
  app: FastifyInstance,
  { headers }: Person,
  authenticator: TestAuthenticator,
  { code, ...behavior }: Behavior & { code?: string } = {},
): Promise<PasskeyCreate> {
  const payload = { currentPassword: password, ...(code && { code }) }
  const url = '/api/users/me/passkey-registration'
  const { data } = (await app.inject({ method: 'POST', url, headers, payload })).json()
  return { name: 'Work laptop', credential: authenticator.create(data, behavior) }
}

/** Adds a passkey that the returned authenticator has. */
export async function addPasskey(app: FastifyInstance, person: Person): Promise<TestAuthenticator> {
  const authenticator = new TestAuthenticator()
  const data = await createdPasskey(app, person, authenticator)
  await app.inject({ method: 'POST', url: '/api/users/me/passkeys', headers: person.headers, payload: { data } })
  return authenticator
}

/** Returns an authenticator's answer to a new challenge. */
export async function assertionOf(
  app: FastifyInstance,
  authenticator: TestAuthenticator,
  behavior: Behavior = {},
): Promise<Assertion> {
  const { data } = (await app.inject({ method: 'POST', url: '/api/auth/passkey-challenge' })).json()
  return authenticator.get(data, behavior)
}
