import { expect, test } from 'vitest'
import type { ChatChannel } from '../../contract-deliveries.ts'
import type { Outcome } from '../destinations/post-message.ts'
import { loggedResponse, readChatAnswer } from './read-answer.ts'

const now = new Date('2026-11-20T12:00:00Z')

function outcomeOf(channel: ChatChannel, status: number | null, head: string, retryAfter: string | null = null) {
  const fault = status === null ? ('slow' as const) : null
  return readChatAnswer(channel, { status, fault, head, retryAfter, ms: 1 }, now)
}

const received = { reason: null, isGone: false, isFinal: false, waitMs: 0 }
const again = (reason: string, waitMs = 0) => ({ reason, isGone: false, isFinal: false, waitMs })
const refused = (reason: string) => ({ reason, isGone: false, isFinal: true, waitMs: 0 })
const gone = (reason: string) => ({ reason, isGone: true, isFinal: true, waitMs: 0 })

test.each<[ChatChannel, number | null, string, Outcome]>([
  ['slack', 200, 'ok', received],
  ['slack', 200, '<html>', again('Slack answered 200.')],
  ['slack', 400, 'invalid_blocks', refused('Slack answered 400.')],
  ['slack', 403, 'action_prohibited', gone('Slack forbids posting to this channel.')],
  ['slack', 403, 'invalid_token', gone('The Slack webhook was removed.')],
  ['slack', 404, 'no_service', gone('The Slack webhook was removed.')],
  ['slack', 410, 'channel_is_archived', gone('The Slack channel is archived.')],
  ['slack', 500, 'rollup_error', again('Slack answered 500.')],
  ['slack', 302, '', again('Slack answered 302.')],
  ['slack', null, '', again("Slack didn't respond in time.")],
  ['discord', 204, '', received],
  ['discord', 400, '{"code": 50035, "message": "Invalid Form Body"}', refused('Discord answered 400.')],
  ['discord', 401, '{"code": 50027}', gone('The Discord webhook was deleted.')],
  ['discord', 404, '{"message": "Unknown Webhook", "code": 10015}', gone('The Discord webhook was deleted.')],
  ['discord', 429, '{"retry_after": 64.5, "global": false}', again('Discord asked to wait (429).', 64_500)],
  ['discord', 429, '{"retry_after": "soon"', again('Discord asked to wait (429).')],
  ['discord', 502, '<html>', again('Discord answered 502.')],
  ['telegram', 200, '{"ok":true,"result":{"message_id":7}}', received],
  [
    'telegram',
    403,
    '{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}',
    gone('The bot was blocked or removed from the Telegram chat.'),
  ],
  [
    'telegram',
    400,
    '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
    gone("The Telegram chat doesn't exist, or the bot isn't in it."),
  ],
  [
    'telegram',
    400,
    '{"ok":false,"error_code":400,"parameters":{"migrate_to_chat_id":-1001}}',
    gone('The Telegram group has a new chat ID: -1001.'),
  ],
  ['telegram', 400, '{"ok":false,"description":"can\'t parse entities"}', refused('Telegram answered 400.')],
  ['telegram', 401, '{"ok":false,"error_code":401}', gone('Telegram no longer knows the bot. Check its token.')],
  ['telegram', 200, '{"ok":false,"error_code":502}', again('Telegram answered 502.')],
  [
    'telegram',
    429,
    '{"ok":false,"error_code":429,"parameters":{"retry_after":35}}',
    again('Telegram asked to wait (429).', 35_000),
  ],
])('%s: %s %s', (channel, status, head, outcome) => {
  expect(outcomeOf(channel, status, head)).toEqual(outcome)
})

test('the header tells how long Slack waits', () => {
  expect(outcomeOf('slack', 429, '', '30')).toEqual(again('Slack asked to wait (429).', 30_000))
})

test('the log keeps no words of the message that Telegram repeats', () => {
  const answer = { fault: null, retryAfter: null, ms: 1 }
  expect(loggedResponse('telegram', { ...answer, status: 200, head: '{"text":"Needs a welder"}' })).toBe('')
  expect(loggedResponse('telegram', { ...answer, status: 403, head: '{"ok":false}' })).toBe('{"ok":false}')
  expect(loggedResponse('slack', { ...answer, status: 200, head: 'ok' })).toBe('ok')
})
