import type { RedditRefusal } from '#engine/messages/holds.ts'

/** The reasons to retry a request later. */
export type RetryReason =
  /** Our own share of the rate limit is used up. */
  | 'governed'
  /** No token is available now: another process is requesting one, or requests are paused. */
  | 'token'
  /** Reddit's rate limit was reached. */
  | 'limited'
  /** Reddit says that this account does something too often. */
  | 'account'
  /** Reddit has a problem. */
  | 'failing'
  /** Reddit sent an HTML page: mostly a temporary block of our IP address. */
  | 'page'
  /** Reddit sent an unexpected response. */
  | 'nonsense'
  | 'unreachable'
  | 'slow'
  | 'huge'
  | 'broken'

/** The reasons for which a user has to reconnect an account. */
export type ReconnectReason = 'tokenRefused' | 'grantRefused' | 'notConnected'

/** The reasons not to retry, with their texts for users. */
export const endings = {
  private: 'This community is private. Only its members can read it',
  banned: 'Reddit has banned this community',
  quarantined: 'Reddit has quarantined this community. Only accounts that accepted the warning can read it',
  missing: "This doesn't exist on Reddit, or no longer does",
  deleted: 'This was deleted on Reddit',
  closed: 'This thread is locked or archived, so it no longer accepts comments',
  forbidden: "Reddit doesn't allow this account to do that",
  suspended: 'Reddit has suspended this account',
  unwilling: "This person doesn't accept messages from this account",
  captcha: 'Reddit requires a CAPTCHA. Do this on Reddit instead',
  refused: 'Reddit rejected this',
  withheld: 'Reddit withholds this for legal reasons',
  misasked: "Reddit couldn't process the request",
  appRefused: "Reddit rejected this server's app. Check REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET",
} as const satisfies Record<RedditRefusal, string>

export type Ending = keyof typeof endings

/** The outcome of a failed request. Times are in ms since 1970. */
export type Failure =
  | { state: 'later'; at: number; because: RetryReason }
  | { state: 'signIn'; because: ReconnectReason }
  /** `words` is Reddit's own message for users, if any. */
  | { state: 'never'; because: Ending; words: string | null }

export type Outcome<T> = { state: 'ok'; value: T } | Failure

export function ok<T>(value: T): Outcome<T> {
  return { state: 'ok', value }
}

export function retryLater(because: RetryReason, at: number): Failure {
  return { state: 'later', at, because }
}

export function giveUp(because: Ending, words: string | null = null): Failure {
  return { state: 'never', because, words }
}

export function signIn(because: ReconnectReason): Failure {
  return { state: 'signIn', because }
}
