import type { EntryOf } from './entry.ts'

export type Token = Omit<EntryOf<'token'>, 'type'>

/** Access and refresh tokens that were issued and not revoked. */
export class Tokens {
  readonly #tokens = new Map<string, Token>()

  add({ type: _, ...token }: EntryOf<'token'>): void {
    this.#tokens.set(token.token, token)
  }

  get(kind: Token['kind'], token: string, now: number): Token | null {
    const found = this.#tokens.get(token)
    return found?.kind === kind && (found.until === null || found.until > now) ? found : null
  }

  /** Revokes a token. Revoking a refresh token also revokes its access tokens. */
  revoke(token: string): void {
    this.#tokens.delete(token)
    for (const [key, { refresh }] of this.#tokens) if (refresh === token) this.#tokens.delete(key)
  }
}
