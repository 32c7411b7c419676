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
  private: 'This community is private: only its members can read it',
  banned: 'Reddit has closed this community',
  quarantined: 'Reddit has quarantined this community: only accounts that agreed to its warning can read it',
  missing: 'This is not on Reddit, or not any more',
  deleted: 'This has been deleted on Reddit',
  closed: 'This thread is locked or too old: nobody can answer there any more',
  forbidden: 'Reddit does not allow this account to do that',
  suspended: 'Reddit has suspended this account',
  unwilling: 'This person takes no messages from this account',
  captcha: 'Reddit wants to see that a person sits at this account: do it on Reddit itself',
  refused: 'Reddit does not accept this',
  withheld: 'Reddit withholds this for legal reasons',
  misasked: 'Reddit did not understand the question',
  appRefused: 'Reddit does not accept the app that is configured here: check its id and secret',
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
