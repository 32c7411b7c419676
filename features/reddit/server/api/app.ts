import type { Exchange } from './exchange.ts'

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

/** The way to Reddit's feeds, which need no app. */
export interface RssWay {
  /** Without a slash at its end (REDDIT_RSS_URL). */
  url: string
  userAgent: string
  exchange: Exchange
}

/** The way to Reddit, or to the sandbox's in its place. */
export interface RedditWay {
  app: RedditApp
  exchange: Exchange
  realm: 'sandbox' | 'real'
}
