import type { Ctx } from '#platform/server/ctx.ts'
import { postPublic } from '#platform/server/network/post-public.ts'
import { ConnectionError, type ConnectionFault } from '#platform/server/network/public-connection.ts'

/** A message as it is posted. */
export interface Request {
  url: URL
  headers: Record<string, string>
  body: string | Buffer
}

/** What a receiver answered. */
export interface Answer {
  /** The HTTP status; null without a response. */
  status: number | null
  /** Why there is no response. */
  fault: ConnectionFault | null
  /** The beginning of the response. */
  head: string
  retryAfter: string | null
  ms: number
}

/** What an answer means. */
export interface Outcome {
  /** Why the message wasn't received; null if it was. */
  reason: string | null
  /** Whether there is nothing at the address anymore, or nothing that takes messages. */
  isGone: boolean
  /** Whether the same message would be refused again. */
  isFinal: boolean
  /** The wait that the receiver asks for, in ms. */
  waitMs: number
}

export const received: Outcome = { reason: null, isGone: false, isFinal: false, waitMs: 0 }
export const tryAgain: Omit<Outcome, 'reason'> = { isGone: false, isFinal: false, waitMs: 0 }

/** Posts a message through the guard against private networks. */
export async function postMessage(ctx: Ctx, { url, headers, body }: Request): Promise<Answer> {
  const begunAt = performance.now()
  const passed = () => Math.round(performance.now() - begunAt)
  try {
    const { status, head, retryAfter } = await postPublic(ctx.network, url, { headers, body })
    return { status, fault: null, head, retryAfter, ms: passed() }
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    return { status: null, fault: error.fault, head: '', retryAfter: null, ms: passed() }
  }
}

const faults: Record<ConnectionFault, (who: string) => string> = {
  private: () => 'The address belongs to a private network.',
  notFound: () => "The address doesn't exist.",
  unreachable: (who) => `${who} couldn't be reached.`,
  insecure: (who) => `${who} doesn't have a valid certificate.`,
  slow: (who) => `${who} didn't respond in time.`,
}

/** Says what happened if an answer isn't a success. `who` begins a sentence. */
export function answerWords({ status, fault }: Answer, who: string): string {
  return fault === null ? `${who} answered ${status}.` : faults[fault](who)
}

/** Reads the answer of a webhook: any 2xx is a success, and 410 asks for no further messages. */
export function readWebhookAnswer(answer: Answer): Outcome {
  const { status } = answer
  if (status !== null && status >= 200 && status < 300) return received
  const isRedirect = status !== null && status >= 300 && status < 400
  const reason = `${answerWords(answer, 'The endpoint')}${isRedirect ? " Redirects aren't followed." : ''}`
  return { ...tryAgain, reason, isGone: status === 410 }
}
