import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import type { SignInApp } from '#platform/server/services.ts'

/** A user, as far as a provider proves it. */
export interface Profile {
  /** The id at the provider, which stays when the name and address change. */
  subject: string
  /** The username at the provider. */
  username: string
  /** In lowercase; null if the provider gives no verified address. */
  email: string | null
}

/**
 * The reasons why a provider didn't identify a user. `misconfigured`: the operator's settings don't fit the provider.
 * `unproven`: it can't prove which app a token was issued to.
 */
export type SignInFault = 'unavailable' | 'refused' | 'cancelled' | 'misconfigured' | 'unproven'
export class SignInError extends Error {
  readonly fault: SignInFault

  constructor(fault: SignInFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

/** The exchange with one provider, within one time limit. */
export interface ProviderExchange {
  app: SignInApp
  config: Configuration
  /** Returns the JSON at a URL of the provider. Throws SignInError if there is none. */
  json(url: string, ask: { headers?: Record<string, string>; post?: unknown }): Promise<unknown>
}

/** The tokens exchanged for a code; neither is stored. */
interface Tokens {
  accessToken: string
  /** The subject of the verified ID token; null if the provider issues none. */
  subject: string | null
  /** What the ID token says about the user. */
  claims: Readonly<Record<string, unknown>>
}

/** The specifics of one provider. */
export interface Provider {
  /** Returns the provider's URLs, or asks it for them. Throws SignInError. */
  metadata(app: SignInApp, bounded: CustomFetch): ServerMetadata | Promise<ServerMetadata>
  authentication(clientSecret: string, metadata: ServerMetadata): ClientAuth
  scope: string
  /** Additional parameters of its authorization page. */
  parameters: Record<string, string>
  /** Whether it identifies users by a signed ID token. */
  hasIdToken: boolean
  profile(talk: ProviderExchange, tokens: Tokens): Promise<Profile>
  /**
   * Identifies the user of an access token from an API client, if the provider proves that it was issued to our app.
   * Otherwise throws SignInError. Null if the provider can never prove that.
   */
  profileOfToken: ((talk: ProviderExchange, accessToken: string) => Promise<Profile>) | null
}
