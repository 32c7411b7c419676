import {
  type CryptoKey,
  exportJWK,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWK,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import type { Behaviour } from './behaviour.ts'
import type { Grant } from './grants.ts'

/** Signs ID tokens with a key that is new at every start. */
export interface Signer {
  keys(): Promise<{ keys: JWK[] }>
  sign(grant: Grant, issuer: string, behaviour: Behaviour): Promise<string>
}

/** Returns what providers say about a person, in the ID token and in userinfo. */
export function claimsOf({ person: { key, number, email, isVerified } }: Pick<Grant, 'person'>, { emails }: Behaviour) {
  return { sub: String(number), email: emails[key] ?? email, email_verified: isVerified }
}

const algorithm = 'RS256'
const keyId = 'sandbox'
const lifetimeSeconds = 3600

export function openSigner(): Signer {
  let generated: Promise<[GenerateKeyPairResult, GenerateKeyPairResult]> | undefined
  // Lazy, because generating keys takes 200 ms of CPU and most tests never need them.
  const pairs = () => {
    generated ??= Promise.all([generateKeyPair(algorithm), generateKeyPair(algorithm)])
    return generated
  }
  return {
    keys: async () => {
      const [own] = await pairs()
      return { keys: [{ ...(await exportJWK(own.publicKey)), kid: keyId, alg: algorithm, use: 'sig' }] }
    },
    sign: async (grant, issuer, behaviour) => {
      const [own, foreign] = await pairs()
      return signed(grant, issuer, behaviour, { own: own.privateKey, foreign: foreign.privateKey })
    },
  }
}

async function signed(
  { person, clientId, nonce }: Grant,
  issuer: string,
  behaviour: Behaviour,
  keys: { own: CryptoKey; foreign: CryptoKey },
): Promise<string> {
  const { idToken: fault } = behaviour
  const { sub, ...address } = claimsOf({ person }, behaviour)
  const issuedAt = Math.floor(Date.now() / 1000) - (fault === 'stale' ? 3 * lifetimeSeconds : 0)
  const claims = {
    iss: fault === 'issuer' ? 'https://accounts.elsewhere.example' : issuer,
    aud: fault === 'audience' ? 'another-program' : clientId,
    azp: clientId,
    sub,
    ...(behaviour.thinIdToken ? {} : address),
    name: person.name,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    ...(nonce !== null && { nonce: fault === 'nonce' ? 'another' : nonce }),
  }
  if (fault === 'unsigned') return new UnsecuredJWT(claims).encode()
  if (fault === 'symmetric') {
    const secret = new TextEncoder().encode('a secret that is known to everyone')
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: keyId }).sign(secret)
  }
  const key = fault === 'foreignKey' ? keys.foreign : keys.own
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT' }).sign(key)
}
