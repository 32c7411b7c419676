import { expect, test } from 'vitest'
import { type MessageState, mayBecome, messageStates } from './message-states.ts'

/** What each state may become; all else is refused. */
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

test.each(messageStates)('%s becomes what the table says and nothing else', (from) => {
  expect(messageStates.filter((to) => mayBecome(from, to)).join(' ')).toBe(table[from])
})

test('nothing is sent that was not armed before', () => {
  expect(messageStates.filter((from) => mayBecome(from, 'sent'))).toEqual(['armed'])
})
