import { createHash, randomBytes } from 'node:crypto'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Person } from './people.ts'

/** An app that may sign people in. */
export interface App {
  clientId: string
  clientSecret: string
}

/** A person's consent on a provider's page. */
export interface Grant {
  provider: ProviderName
  clientId: string
  person: Person
  redirectUri: string
  scope: string
  challenge: string | null
  nonce: string | null
  /** Whether it lasts until it is revoked. */
  isPermanent: boolean
}

/** The maximum number of codes and tokens; the oldest are dropped. */
const most = 1_000

/** Issued codes and tokens. */
export class Grants {
  readonly #codes = new Map<string, Grant>()
  readonly #tokens = new Map<string, Grant>()
  readonly #refreshTokens = new Map<string, Grant>()

  code(grant: Grant): string {
    return keep(this.#codes, grant)
  }

  /**
   * Returns the token for a code, once. Returns null if the app, the redirect URI or the PKCE verifier doesn't match.
   */
  redeem(app: App, form: URLSearchParams): { token: string; grant: Grant } | null {
    const code = form.get('code') ?? ''
    const grant = this.#codes.get(code)
    this.#codes.delete(code)
    if (!grant || grant.clientId !== app.clientId || grant.redirectUri !== form.get('redirect_uri')) return null
    if (form.get('grant_type') !== 'authorization_code') return null
    if (grant.challenge !== null && grant.challenge !== challengeOf(form.get('code_verifier') ?? '')) return null
    return { token: keep(this.#tokens, grant), grant }
  }

  /** Returns the token that renews a consent that lasts. */
  refreshToken(grant: Grant): string {
    return keep(this.#refreshTokens, grant)
  }

  /** Returns another token for a consent that lasts. Returns null if the app didn't get it, or it was revoked. */
  renew(app: App, form: URLSearchParams): { token: string; grant: Grant } | null {
    const grant = this.#refreshTokens.get(form.get('refresh_token') ?? '')
    return grant?.clientId === app.clientId ? { token: keep(this.#tokens, grant), grant } : null
  }

  /** Forgets what a person agreed to, as if they took it back in their account. */
  revoke(personKey: string): void {
    for (const tokens of [this.#tokens, this.#refreshTokens]) {
      for (const [token, { person }] of tokens) if (person.key === personKey) tokens.delete(token)
    }
  }

  ofToken(token: string): Grant | null {
    return this.#tokens.get(token) ?? null
  }
}

function keep(map: Map<string, Grant>, grant: Grant): string {
  const key = randomBytes(24).toString('base64url')
  map.set(key, grant)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
  return key
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
