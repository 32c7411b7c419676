import { z } from 'zod'
import { retryAfterMs } from '#engine/alerts/webhook-schedule.ts'
import type { ChatChannel } from '../../contract-deliveries.ts'
import { type Answer, answerWords, type Outcome, received, tryAgain } from '../destinations/post-message.ts'

const appNames: Record<ChatChannel, string> = { slack: 'Slack', discord: 'Discord', telegram: 'Telegram' }

/** What Discord and Telegram say about a failure. */
const Failure = z.object({
  error_code: z.number().int().optional().catch(undefined),
  code: z.number().optional().catch(undefined),
  retry_after: z.number().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  parameters: z
    .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
    .optional()
    .catch(undefined),
})

/** Discord's codes for a webhook that was deleted, and for a wrong token. */
const webhookGone: readonly (number | undefined)[] = [10_015, 50_027]

/** Reads a chat app's answer by its documentation. */
export function readChatAnswer(channel: ChatChannel, answer: Answer, now: Date): Outcome {
  const { head } = answer
  const app = appNames[channel]
  const failure = failureOf(head)
  const status = failure.error_code ?? answer.status
  const reason = answerWords({ ...answer, status }, app)
  if (status === null) return { ...tryAgain, reason }
  if (status >= 200 && status < 300)
    return channel === 'slack' && head.trim() !== 'ok' ? { ...tryAgain, reason } : received
  if (status === 429) {
    const asked = failure.parameters?.retry_after ?? failure.retry_after
    const waitMs = asked === undefined ? retryAfterMs(answer.retryAfter, now) : Math.ceil(asked * 1_000)
    return { ...tryAgain, reason: `${app} asked to wait (429).`, waitMs }
  }
  if (status < 400 || status >= 500) return { ...tryAgain, reason }
  const gone = goneWords[channel](status, head, failure)
  return { ...tryAgain, reason: gone ?? reason, isGone: gone !== null, isFinal: true }
}

function failureOf(head: string): z.output<typeof Failure> {
  try {
    return Failure.safeParse(JSON.parse(head)).data ?? {}
  } catch {
    // Slack and proxies answer with text.
    return {}
  }
}

/** Returns why a chat takes no messages anymore, or null if only this message was refused. */
const goneWords: Record<
  ChatChannel,
  (status: number, head: string, failure: z.output<typeof Failure>) => string | null
> = {
  slack: (status, head) => {
    if (/channel_is_archived/.test(head)) return 'The Slack channel is archived.'
    if (/action_prohibited|posting_to_general_channel_denied/.test(head))
      return 'Slack forbids posting to this channel.'
    return [403, 404, 410].includes(status) ? 'The Slack webhook was removed.' : null
  },
  discord: (status, _, { code }) =>
    status === 404 || status === 401 || webhookGone.includes(code) ? 'The Discord webhook was deleted.' : null,
  telegram: (status, _, { description = '', parameters }) => {
    if (status === 401 || status === 404) return 'Telegram no longer knows the bot. Check its token.'
    if (status === 403) return 'The bot was blocked or removed from the Telegram chat.'
    if (parameters?.migrate_to_chat_id !== undefined) {
      return `The Telegram group has a new chat ID: ${parameters.migrate_to_chat_id}.`
    }
    return /chat not found/i.test(description) ? "The Telegram chat doesn't exist, or the bot isn't in it." : null
  },
}

/**
 * Returns what the log keeps of a response. Telegram repeats the message in it, and so the words of a post, which must be
 * forgotten once the post is deleted.
 */
export function loggedResponse(channel: ChatChannel, { status, head }: Answer): string {
  return channel === 'telegram' && status === 200 ? '' : head
}
