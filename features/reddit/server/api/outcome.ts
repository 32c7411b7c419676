/** Why Reddit is to be asked again later. */
export type RetryReason =
  /** Our own share of its limits is spent. */
  | 'governed'
  /** There is no token at the moment: another process asks for one, or nobody may just now. */
  | 'token'
  /** It says that we ask too much. */
  | 'limited'
  /** This account does something too often, by the words of Reddit. */
  | 'account'
  /** It has trouble of its own. */
  | 'failing'
  /** It answered with a page for people: mostly a block of our address, which passes. */
  | 'page'
  /** It answered with something else than it was asked for. */
  | 'nonsense'
  | 'unreachable'
  | 'slow'
  | 'huge'
  | 'broken'

/** Why somebody has to connect an account again. */
export type ReconnectReason = 'tokenRefused' | 'grantRefused' | 'notConnected'

/** Why asking again is of no use, in words for whoever listens or writes there. */
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
} as const

export type Ending = keyof typeof endings

/** What came of a question, where it was no answer. Times are milliseconds since 1970. */
export type Failure =
  | { state: 'later'; at: number; because: RetryReason }
  | { state: 'signIn'; because: ReconnectReason }
  /** `words` are Reddit's own, where it said something to a person. */
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
