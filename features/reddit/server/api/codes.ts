import { type Ending, type Failure, giveUp, type ReconnectReason, retryLater, signIn } from './outcome.ts'

/** An error in a response, `[code, words, field]`. Reddit sends them with status 200 and 4xx alike. */
export interface RedditError {
  code: string
  words: string | null
}

/** The codes that mean more than "Reddit rejected this". */
const endingOf: Record<string, Ending> = {
  USER_DOESNT_EXIST: 'missing',
  INVALID_USER: 'missing',
  NO_USER: 'missing',
  SUBREDDIT_NOEXIST: 'missing',
  MULTI_NOT_FOUND: 'missing',
  DELETED_COMMENT: 'deleted',
  DELETED_LINK: 'deleted',
  THREAD_LOCKED: 'closed',
  TOO_OLD: 'closed',
  SUBREDDIT_NOTALLOWED: 'forbidden',
  NOT_AUTHOR: 'forbidden',
  NOT_WHITELISTED_BY_USER_MESSAGE: 'unwilling',
  RESTRICTED_TO_PM: 'unwilling',
  USER_BLOCKED: 'unwilling',
  BAD_CAPTCHA: 'captcha',
  USER_SUSPENDED: 'suspended',
  private: 'private',
  banned: 'banned',
  quarantined: 'quarantined',
}

const reconnectReasons: Record<string, ReconnectReason> = {
  USER_REQUIRED: 'tokenRefused',
  WRONG_PASSWORD: 'tokenRefused',
  OAUTH2_INVALID_REFRESH_TOKEN: 'grantRefused',
  OAUTH2_ACCESS_DENIED: 'grantRefused',
}

const quotaMs = 3_600_000

/**
 * Returns the failure for all errors in a response; null if there are none. Errors that waiting can't fix take
 * precedence over a rate limit. `limitSeconds` is the wait that the response gives outside its texts.
 */
export function failureOf(errors: readonly RedditError[], limitSeconds: number | null, now: number): Failure | null {
  const lasting = errors.filter(({ code }) => !isLimit(code))
  const reconnectReason = lasting.map(({ code }) => reconnectReasons[code]).find((found) => found !== undefined)
  if (reconnectReason) return signIn(reconnectReason)
  const [first] = lasting
  if (first) return giveUp(endingOf[first.code] ?? 'refused', first.words)
  const [limit] = errors
  if (!limit) return null
  if (limit.code === 'QUOTA_FILLED') return retryLater('account', now + quotaMs)
  const ms = Math.max((limitSeconds ?? 0) * 1000, msInWords(limit.words ?? '')) || unsaidMs
  // Adds a second: Reddit rounds the time, and a retry that is too early restarts the wait.
  return retryLater('account', now + Math.ceil(ms) + 1000)
}

function isLimit(code: string): boolean {
  return code === 'RATELIMIT' || code === 'QUOTA_FILLED'
}

/** PRAW's bound if no time is given: the longest wait ever observed. */
const unsaidMs = 600_000
const unitMs: Record<string, number> = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000 }

/** Returns the wait in a text such as "try again in 9 minutes", in ms; 0 if it names no time. */
function msInWords(words: string): number {
  const found = /\b(\d{1,4}) (millisecond|second|minute|hour)s?\b/i.exec(words)
  return found ? Number(found[1]) * unitMs[found[2]!.toLowerCase()]! : 0
}
