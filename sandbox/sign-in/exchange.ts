import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Behaviour } from './behaviour.ts'
import type { Grants } from './grants.ts'
import type { Signer } from './id-token.ts'

/** A request to a provider, with everything that its answer depends on. */
export interface Ask {
  provider: ProviderName
  method: string
  /** The path below the provider. */
  path: string
  query: URLSearchParams
  headers: { authorization: string; accept: string; userAgent: string }
  body: string
  /** The provider's URL, as its tokens name it. */
  issuer: string
  behaviour: Behaviour
  grants: Grants
  signer: Signer
}

export interface Answer {
  status: number
  /** JSON or text. */
  body: object | string
  headers?: Record<string, string>
}

/** Answers requests to a provider, or returns null for an unknown path. */
export type Answering = (ask: Ask) => Promise<Answer | null>

/** Returns the token of a `Bearer` or, for GitHub, `token` header. */
export function bearerOf({ headers }: Pick<Ask, 'headers'>): string {
  return /^(?:bearer|token) (\S+)$/i.exec(headers.authorization)?.[1] ?? ''
}

/** Returns the name and password of a `Basic` header. */
export function basicOf({ headers }: Pick<Ask, 'headers'>): { clientId: string; clientSecret: string } {
  const encoded = /^basic (\S+)$/i.exec(headers.authorization)?.[1] ?? ''
  const [clientId = '', clientSecret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return { clientId: decodeURIComponent(clientId), clientSecret: decodeURIComponent(clientSecret) }
}
