import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client'
import type { SignInApp } from '#platform/server/services.ts'

/** Who somebody is, as far as a provider proves it. */
export interface Profile {
  /** Their id there, which stays when their name and address change. */
  subject: string
  /** Their name there. */
  username: string
  /** In lower case; null where the provider names no address, or none that it has seen confirmed. */
  email: string | null
}

/** Why a provider did not tell who somebody is. */
export type SignInFault = 'unavailable' | 'refused' | 'cancelled'
export class SignInError extends Error {
  readonly fault: SignInFault

  constructor(fault: SignInFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

/** A talk with one provider, within one bound of time. */
export interface ProviderExchange {
  app: SignInApp
  config: Configuration
  /** The JSON that an address of the provider answers with. Throws SignInError where there is none. */
  json(url: string, ask: { headers?: Record<string, string>; post?: unknown }): Promise<unknown>
}

/** The tokens that a code was exchanged for; neither is kept. */
interface Tokens {
  accessToken: string
  /** Of the ID token, once it was checked; null where the provider has none. */
  subject: string | null
}

/** What is particular to one provider. */
export interface Provider {
  metadata(app: SignInApp): ServerMetadata
  authentication(clientSecret: string): ClientAuth
  scope: string
  /** What else its page wants to know. */
  parameters: Record<string, string>
  /** Whether it says by a signed ID token who somebody is. */
  hasIdToken: boolean
  profile(talk: ProviderExchange, tokens: Tokens): Promise<Profile>
  /**
   * Who an access token stands for that somebody else brought, if the provider proves that it was issued to our app; for
   * any other it throws SignInError. Null where a provider proves no such thing.
   */
  profileOfToken: ((talk: ProviderExchange, accessToken: string) => Promise<Profile>) | null
}
