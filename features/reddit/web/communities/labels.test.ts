import { expect, test } from 'vitest'
import { communityStandings } from '../../contract.ts'
import { closedText, membersText, noteText } from './labels.ts'

test.each([
  [null, null],
  [0, '0 members'],
  [1, '1 member'],
  [840, '840 members'],
  [128_400, '128.4k members'],
  [655_000, '655k members'],
  [1_840_000, '1.8M members'],
])('%s members', (members, text) => {
  expect(membersText(members)).toBe(text)
})

test('an unreadable community shows why, a readable one shows nothing', () => {
  const said = communityStandings.filter((standing) => closedText({ name: 'coffe', standing }) !== null)
  expect(said).toEqual(['private', 'banned', 'quarantined', 'missing'])
  expect(closedText({ name: 'coffe', standing: 'missing' })).toBe(
    "r/coffe doesn't exist on Reddit. Check the spelling.",
  )
})

test('a note says if posting is restricted', () => {
  expect(noteText({ standing: 'open' })).toBeNull()
  expect(noteText({ standing: 'restricted' })).toBe('only approved members can post')
  expect(noteText({ standing: 'archived' })).toBe('closed to new posts')
})
