import type { ProviderName } from '../contract/sign-in.ts'

/** Our program as its operator registered it with one provider, and where that provider answers. No trailing slashes. */
export interface SignInApp {
  clientId: string
  clientSecret: string
  /** Where people are sent to. */
  authUrl: string
  /** Where codes become tokens. */
  tokenUrl: string
  /** Where profiles are read. */
  apiUrl: string
  /** How we name ourselves in every request. */
  userAgent: string
}

/** The providers that are configured. */
export type SignInApps = Partial<Record<ProviderName, SignInApp>>

/** Our program as its operator registered it with Reddit, and where that answers. No trailing slashes. */
export interface RedditApp {
  clientId: string
  clientSecret: string
  /** Where people are sent to, and where tokens come from (REDDIT_AUTH_URL). */
  authUrl: string
  /** Where everything else is asked for (REDDIT_API_URL). */
  apiUrl: string
  /** How we name ourselves in every request; Reddit slows down whoever names a library. */
  userAgent: string
}

/** Reddit's RSS, which needs no app, as configured. */
export interface RssService {
  /** Without a slash at its end (REDDIT_RSS_URL). */
  url: string
  userAgent: string
  exchange: Exchange
}

/** Reddit's API, or the sandbox's, as configured. */
export interface RedditService {
  app: RedditApp
  exchange: Exchange
  realm: 'sandbox' | 'real'
}

export interface Question {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  /** A form. */
  body?: string
}
export interface Answer {
  status: number
  header(name: string): string | null
  text: string
}

/** Asks once. Throws ExchangeError where no whole answer came within the bounds. */
export type Exchange = (question: Question) => Promise<Answer>

/** Where texts become vectors; texts that mean something alike become vectors that point alike. */
export interface Embedding {
  /** Vectors of different models have nothing to do with each other. */
  model: string
  /** A vector for each text, in their order, all of one length. Throws EndpointError. */
  embed(texts: readonly string[]): Promise<number[][]>
}
