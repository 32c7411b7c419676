import type { Profile } from '#engine/item.ts'
import type { NeedLogits, PostTexts } from '#engine/judge/need.ts'
import type { ProviderName } from '../contract/sign-in.ts'

/** The operator's app at a sign-in provider, and the provider's URLs, without trailing slashes. */
export interface SignInApp {
  clientId: string
  clientSecret: string
  /** Where users sign in. */
  authUrl: string
  /** Where codes are exchanged for tokens. */
  tokenUrl: string
  /** Where profiles are read. */
  apiUrl: string
  /** Our User-Agent header. */
  userAgent: string
  /** What users call the provider, if the operator chose its name. */
  name?: string
}

/** The providers that are configured. All URLs of `oidc` are its issuer, which tells the others (OIDC discovery). */
export type SignInApps = Partial<Record<ProviderName, SignInApp>>

/** The operator's Reddit app, and Reddit's URLs, without trailing slashes. */
export interface RedditApp {
  clientId: string
  clientSecret: string
  /** Where users sign in and tokens are issued (REDDIT_AUTH_URL). */
  authUrl: string
  /** The URL for all other requests (REDDIT_API_URL). */
  apiUrl: string
  /** Our User-Agent header. Reddit throttles the names of libraries. */
  userAgent: string
}

/** The operator's SearXNG server, or the sandbox's. */
export interface SearchService {
  /** Without a trailing slash (SERP_URL). */
  url: string
  apiKey: string | null
  /** The engines to ask, by SearXNG's names. */
  engines: readonly string[]
  realm: 'sandbox' | 'real'
}

/** Reddit's RSS as configured. It needs no app. */
export interface RssService {
  /** Without a trailing slash (REDDIT_RSS_URL). */
  url: string
  userAgent: string
  exchange: Exchange
}

/** Hacker News as configured, or the sandbox's. It needs no account. Without trailing slashes. */
export interface HackerNewsService {
  /** The API with single items (HN_URL), such as https://hacker-news.firebaseio.com/v0. */
  url: string
  /** The search, which fills longer gaps (HN_SEARCH_URL), such as https://hn.algolia.com/api/v1. */
  searchUrl: string
  userAgent: string
  exchange: Exchange
  realm: 'sandbox' | 'real'
}

/** Reddit's API as configured, or the sandbox's. */
export interface RedditService {
  app: RedditApp
  exchange: Exchange
  realm: 'sandbox' | 'real'
}

export interface Question {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  /** A URL-encoded form. */
  body?: string
}
export interface Answer {
  status: number
  header(name: string): string | null
  text: string
}

/** Sends one request. Throws ExchangeError without a complete response within the limits. */
export type Exchange = (question: Question) => Promise<Answer>

/** The shipped judge can't run on this machine, or its thread ended. */
export class NeedJudgeError extends Error {
  override readonly name = 'NeedJudgeError'
}

/** The shipped judge: a small language model that needs neither network nor key. */
export interface NeedJudge {
  /** Returns the logits of up to 30 posts, in order. Throws NeedJudgeError. */
  judge(profile: Profile, posts: readonly PostTexts[]): Promise<NeedLogits[]>
  close(): Promise<void>
}

/** Converts texts to vectors. Texts with similar meanings get vectors with similar directions. */
export interface Embedding {
  /** Vectors of different models can't be compared. */
  model: string
  /** Returns a vector for each text, in order and all of the same length. Throws EndpointError. */
  embed(texts: readonly string[]): Promise<number[][]>
}

/** The operator's account at Paddle, or the sandbox's. */
export interface PaddleAccount {
  /** Without a trailing slash (PADDLE_API_URL). */
  apiUrl: string
  apiKey: string
  /** Public: browsers open the checkout with it. */
  clientToken: string
  /** The secrets that sign webhooks, newest first. */
  webhookSecrets: readonly string[]
  /** The script that opens the checkout. */
  scriptUrl: string
  environment: 'sandbox' | 'production'
  /** The discount for customers who come back; null without one. */
  discountId: string | null
}
