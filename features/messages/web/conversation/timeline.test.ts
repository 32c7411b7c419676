import { expect, test } from 'vitest'
import { aMessage } from '../factories.ts'
import { answerPage } from './reddit-page.ts'
import { snoozeChoices } from './snoozes.ts'
import { inTime } from './timeline.ts'

test('messages are shown once and in time, those that are not sent yet last', () => {
  const at = (hour: number) => `2026-11-26T${hour}:00:00.000Z`
  const [first, second] = [aMessage('b', { sentAt: at(10) }), aMessage('a', { sentAt: at(11) })]
  const queued = aMessage('c', { sentAt: null, state: 'queued', createdAt: at(12) })
  const draft = aMessage('d', { sentAt: null, state: 'draft', createdAt: at(13) })
  expect(inTime([draft, queued, second, first, second]).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd'])
})

const person = { handle: 'mara_k' } as Parameters<typeof answerPage>[0]['person']
test.each<[string, Parameters<typeof answerPage>[0], string]>([
  ['a direct message', { kind: 'message', person, subreddit: null, threadId: null }, '/message/compose/?to=mara_k'],
  ['modmail', { kind: 'modmail', person: null, subreddit: 'crm', threadId: null }, '/message/compose/?to=%2Fr%2Fcrm'],
  ['a mention', { kind: 'mention', person, subreddit: 'crm', threadId: 'x1' }, '/comments/x1/'],
])('%s is answered by hand at its page', (_kind, conversation, path) => {
  expect(answerPage(conversation, [])).toBe(`https://www.reddit.com${path}`)
})

test('a comment is answered below the latest comment of the person', () => {
  const messages = [
    { direction: 'in', permalink: '/r/crm/comments/x1/x/c1/' },
    { direction: 'in', permalink: '/r/crm/comments/x1/x/c2/' },
    { direction: 'out', permalink: '/r/crm/comments/x1/x/c3/' },
  ] as const
  const page = answerPage({ kind: 'comment', person, subreddit: 'crm', threadId: 'x1' }, messages)
  expect(page).toBe('https://www.reddit.com/r/crm/comments/x1/x/c2/')
})

test('snoozing ends in three hours, or on a later morning', () => {
  const now = new Date(2026, 10, 25, 12)
  expect(snoozeChoices(now).map(({ label, until }) => [label, until.toString()])).toEqual([
    ['In 3 hours', new Date(2026, 10, 25, 15).toString()],
    ['Tomorrow', new Date(2026, 10, 26, 9).toString()],
    ['In 3 days', new Date(2026, 10, 28, 9).toString()],
    ['Next week', new Date(2026, 10, 30, 9).toString()],
  ])
})
