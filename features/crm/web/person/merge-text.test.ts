import { expect, test } from 'vitest'
import { mergeLines } from './merge-text.ts'

const none = { conversations: 0, notes: 0, tasks: 0, invitations: 0, doNotContact: false }
const account = 'Messages in the conversations of u/mara2 still go to that account'

test.each([
  [none, ['Moves the timeline', account]],
  [
    { ...none, conversations: 2, tasks: 1, doNotContact: true },
    [
      'Moves 2 conversations, 1 task, and the timeline',
      account,
      'The person is marked “Do not contact”, since one of the two is',
    ],
  ],
])('%j reads %j', (moving, lines) => {
  expect(mergeLines(moving, 'mara2')).toEqual(lines)
})
