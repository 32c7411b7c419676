import { expect, test } from 'vitest'
import { type MessageState, mayBecome, messageStates } from './message-states.ts'

/** The states that may follow each state. All others are refused. */
const table: Record<MessageState, string> = {
  draft: 'queued',
  queued: 'draft armed deferred refused',
  armed: 'sent deferred refused',
  sent: 'confirmed',
  confirmed: '',
  deferred: 'draft queued refused',
  refused: '',
  received: '',
}

test.each(messageStates)('%s can change only to the listed states', (from) => {
  expect(messageStates.filter((to) => mayBecome(from, to)).join(' ')).toBe(table[from])
})

test('only an armed message can become sent', () => {
  expect(messageStates.filter((from) => mayBecome(from, 'sent'))).toEqual(['armed'])
})
