import { z } from 'zod'
import type { Answer } from '#platform/server/services.ts'
import { addressOf, isRefusedToken, type RedditApi } from '../api/api.ts'
import { ExchangeError, wasNeverSent } from '../api/exchange.ts'
import { backOff, interpretAnswer } from '../api/interpret-answer.ts'
import { type Outcome, ok, type RetryReason, retryLater } from '../api/outcome.ts'
import { rateOf } from '../api/rate.ts'

/** The outcome of an action. Unknown: Reddit may have acted, but its answer is missing or unusable. */
export type WriteOutcome<T> = Outcome<T> | { state: 'unknown' }

/** The conditions of an action. */
export interface Writing {
  /** The request leaves before this time, in ms since 1970, or not at all. */
  before: number
  /** The number of failures in a row before this request; the backoff grows with it. */
  failures?: number
}

/** What an action created: its name, such as `t1_1abcde`, and its path. Null where Reddit doesn't report them. */
export interface Created {
  name: string | null
  permalink: string | null
}

/** Sends a direct message. Reddit doesn't report its name. */
export function composeMessage(
  api: RedditApi,
  { to, subject, text }: { to: string; subject: string; text: string },
  writing: Writing,
): Promise<WriteOutcome<Created>> {
  return act(api, '/api/compose', { to, subject, text }, writing, (body) =>
    Done.safeParse(body).success ? { name: null, permalink: null } : null,
  )
}

/** Answers a direct message, by its name. */
export function answerMessage(
  api: RedditApi,
  { parent, text }: { parent: `t4_${string}`; text: string },
  writing: Writing,
): Promise<WriteOutcome<Created>> {
  return act(api, '/api/comment', { thing_id: parent, text }, writing, (body) => {
    const done = Done.safeParse(body).data
    return done ? { name: done.json.data?.things?.[0]?.data.name ?? null, permalink: null } : null
  })
}

/** Replies to a post or comment, by its name. */
export function postComment(
  api: RedditApi,
  { parent, text }: { parent: string; text: string },
  writing: Writing,
): Promise<WriteOutcome<{ name: string; permalink: string }>> {
  return act(api, '/api/comment', { thing_id: parent, text }, writing, (body) => {
    const made = Done.safeParse(body).data?.json.data?.things?.[0]
    const { name, permalink } = made?.data ?? {}
    return made?.kind === 't1' && name && permalink ? { name, permalink } : null
  })
}

const Done = z.object({
  json: z.object({
    errors: z.array(z.unknown()).length(0),
    data: z
      .object({
        things: z
          .array(
            z.object({
              kind: z.string(),
              data: z.object({ name: z.string().nullish(), permalink: z.string().nullish() }),
            }),
          )
          .optional(),
      })
      .optional(),
  }),
})

/**
 * Performs an action. Sends one request, and a second one only if Reddit rejected the token: then it did nothing. Never
 * throws for failures of Reddit or the network.
 */
async function act<T>(
  api: RedditApi,
  path: string,
  form: Record<string, string>,
  writing: Writing,
  read: (body: unknown) => T | null,
): Promise<WriteOutcome<T>> {
  const first = await once(api, path, form, writing)
  const outcome = isRefusedToken(first) ? await once(api, path, form, writing) : first
  if (outcome.state !== 'ok') return outcome
  const value = read(outcome.value)
  return value === null ? { state: 'unknown' } : ok(value)
}

async function once(
  api: RedditApi,
  path: string,
  form: Record<string, string>,
  { before, failures = 0 }: Writing,
): Promise<WriteOutcome<unknown>> {
  const token = await api.tokens.get()
  if (token.state !== 'ok') return token
  const slot = await api.governor.take('action')
  if (slot.state !== 'go') return slot
  // Whoever looks later whether it was sent relies on this.
  if (api.now() >= before) return retryLater('governed', api.now())
  const answer = await sent(api, path, form, token.value)
  if (answer instanceof ExchangeError) {
    return wasNeverSent(answer) ? backOff('unreachable', { now: api.now(), failures }) : { state: 'unknown' }
  }
  const rate = rateOf(answer)
  if (rate) await api.governor.recordRate(rate)
  const verdict = interpretAnswer(answer, { now: api.now(), failures })
  if (verdict.state !== 'later') {
    if (isRefusedToken(verdict)) await api.tokens.refuse(token.value)
    return verdict
  }
  if (verdict.because === 'limited') await api.governor.pause(verdict.at)
  return refusedToAct.includes(verdict.because) ? verdict : { state: 'unknown' }
}

/** The answers that say that Reddit didn't act. After others, such as an internal error, it may have. */
const refusedToAct: readonly RetryReason[] = ['limited', 'account']

async function sent(
  { app, exchange }: RedditApi,
  path: string,
  form: Record<string, string>,
  token: string,
): Promise<Answer | ExchangeError> {
  const headers = {
    authorization: `bearer ${token}`,
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': app.userAgent,
    accept: 'application/json',
  }
  const body = new URLSearchParams({ api_type: 'json', ...form }).toString()
  try {
    return await exchange({ method: 'POST', url: addressOf(app, { path }), headers, body })
  } catch (error) {
    if (error instanceof ExchangeError) return error
    throw error
  }
}
