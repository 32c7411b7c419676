import { retryAfterMs } from '#engine/alerts/webhook-schedule.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { unseal } from '#platform/server/seal.ts'
import type { PushPayload } from '../../push-payload.ts'
import {
  type Answer,
  answerWords,
  type Outcome,
  postMessage,
  received,
  tryAgain,
} from '../destinations/post-message.ts'
import { type BrowserKeys, encryptFor } from './encrypt.ts'
import { type ServerKey, vapidAuthorization } from './server-key.ts'

/** Where a browser is reached, as sealed in its row. */
export interface Subscription {
  endpoint: string
  keys: BrowserKeys
}

export interface PushMessage {
  payload: PushPayload
  /** How long the push service keeps it for a browser that isn't running, in seconds. */
  ttl: number
  urgency: 'high' | 'normal'
}

/** Sends a message to a browser. Until it arrives, a later one with the same tag replaces it. */
export async function postPush(
  ctx: Ctx,
  key: ServerKey,
  subscriptionSealed: string,
  { payload, ttl, urgency }: PushMessage,
): Promise<Outcome> {
  const sealed = unseal(ctx, 'push', subscriptionSealed)
  if (sealed === null) return { ...tryAgain, reason: 'The server secret has changed.', isGone: true }
  const { endpoint, keys } = JSON.parse(sealed) as Subscription
  const url = new URL(endpoint)
  const answer = await postMessage(ctx, {
    url,
    headers: {
      authorization: await vapidAuthorization(ctx, key, url),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttl),
      urgency,
      // At most 32 characters of base64url.
      topic: payload.tag.replaceAll('-', ''),
    },
    body: encryptFor(ctx, keys, JSON.stringify(payload)),
  })
  return readPushAnswer(answer, ctx.now())
}

/** Reads a push service's answer (RFC 8030). */
export function readPushAnswer(answer: Answer, now: Date): Outcome {
  const { status, retryAfter } = answer
  const reason = answerWords(answer, 'The push service')
  const waitMs = retryAfterMs(retryAfter, now)
  if (status === null || status < 200 || status >= 500) return { ...tryAgain, reason, waitMs }
  if (status < 300) return received
  if (status === 404 || status === 410) {
    return { ...tryAgain, reason: 'The browser no longer accepts notifications.', isGone: true }
  }
  if (status === 429) return { ...tryAgain, reason: 'The push service asked to wait (429).', waitMs }
  return { ...tryAgain, reason, isFinal: true }
}
