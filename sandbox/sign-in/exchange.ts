import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Behaviour } from './behaviour.ts'
import type { Grants } from './grants.ts'
import type { Signer } from './id-token.ts'

/** One request to a provider, with all that its answer may depend on. */
export interface Ask {
  provider: ProviderName
  method: string
  /** Below the provider. */
  path: string
  query: URLSearchParams
  headers: { authorization: string; accept: string; userAgent: string }
  body: string
  /** Where this provider is, as its tokens name it. */
  issuer: string
  behaviour: Behaviour
  grants: Grants
  signer: Signer
}

export interface Answer {
  status: number
  /** JSON, or a text. */
  body: object | string
  headers?: Record<string, string>
}

/** How one provider answers below its address; null where there is nothing. */
export type Answering = (ask: Ask) => Promise<Answer | null>

/** What stands behind `Bearer`, or as GitHub also takes it `token`. */
export function bearerOf({ headers }: Pick<Ask, 'headers'>): string {
  return /^(?:bearer|token) (\S+)$/i.exec(headers.authorization)?.[1] ?? ''
}

/** The name and password of `Basic`. */
export function basicOf({ headers }: Pick<Ask, 'headers'>): { clientId: string; clientSecret: string } {
  const encoded = /^basic (\S+)$/i.exec(headers.authorization)?.[1] ?? ''
  const [clientId = '', clientSecret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return { clientId: decodeURIComponent(clientId), clientSecret: decodeURIComponent(clientSecret) }
}
