import { expect, test } from 'vitest'
import { checkText, type ShownCheck, visibilityOf } from './reply-visibility-text.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const permalink = '/r/kettles/comments/1abc/x/2def/'
const check = (more: Partial<ShownCheck>): ShownCheck => ({
  ...{ step: 'tenMinutes', state: 'waiting', removedBy: null, votes: null, trouble: null, checkedAt: null },
  dueAt: '2026-11-20T11:50:00.000Z',
  ...more,
})
const found = (state: ShownCheck['state'], more: Partial<ShownCheck> = {}) =>
  check({ state, checkedAt: '2026-11-20T11:51:00.000Z', ...more })

test.each([
  [found('live', { votes: 3 }), 'Live', '3 votes, checked 9 min ago'],
  [found('live', { votes: 1 }), 'Live', '1 vote, checked 9 min ago'],
  [found('live'), 'Live', 'votes hidden, checked 9 min ago'],
  [found('live', { votes: -2, dueAt: '2026-11-20T09:00:00.000Z' }), 'Live', '-2 votes, checked 9 min ago, late'],
  [found('removed'), 'Removed', 'checked 9 min ago'],
  [found('removed', { removedBy: 'moderators' }), 'Removed by moderators', 'checked 9 min ago'],
  [found('deleted'), 'Deleted by its author', 'checked 9 min ago'],
  [found('missing'), 'Not found', 'checked 9 min ago'],
])('the visibility of %j is %s: %s', (only, word, rest) => {
  expect(visibilityOf({ permalink, checks: [only] }, now)).toMatchObject({ word, rest })
  expect(checkText(only, now)).toBe(`${word}, ${rest}`)
})

test.each([
  [null, [], 'Not checked', 'Add the link to your comment to check it.'],
  [permalink, [], 'Not checked', ''],
  [permalink, [check({ dueAt: '2026-11-20T12:07:30.000Z' })], 'Not checked yet', 'in 8 minutes'],
  [permalink, [check({ dueAt: '2026-11-21T11:00:00.000Z' })], 'Not checked yet', 'in 23 hours'],
  [permalink, [check({})], 'Not checked yet', 'checking soon'],
  [
    permalink,
    [check({ trouble: 'Reddit is having problems' })],
    'Not checked yet',
    'Reddit is having problems. Earshot tries again',
  ],
  [
    permalink,
    [check({ state: 'notChecked', trouble: "This server isn't connected to Reddit's API" }), check({})],
    'Not checked',
    "This server isn't connected to Reddit's API.",
  ],
])('without a result (%j, %j), a reply is %s: %s', (link, checks, word, rest) => {
  expect(visibilityOf({ permalink: link, checks }, now)).toMatchObject({ look: 'gray', word, rest })
})

test('the latest result counts, whatever failed later', () => {
  const checks = [
    found('live', { votes: 3 }),
    found('removed', { step: 'hour' }),
    check({ step: 'day', state: 'notChecked' }),
  ]
  expect(visibilityOf({ permalink, checks }, now).word).toBe('Removed')
})
