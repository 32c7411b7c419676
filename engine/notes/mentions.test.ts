import { expect, test } from 'vitest'
import {
  editableNote,
  type Mentionable,
  mentionedIn,
  notePartsOf,
  readableNote,
  storableNote,
  typedMention,
} from './mentions.ts'

const ann = '01900000-0000-7000-8000-00000000000a'
const bob = '01900000-0000-7000-8000-00000000000b'
const gone = '01900000-0000-7000-8000-00000000000c'
const people: Mentionable[] = [
  { id: ann, name: 'ann@example.com' },
  { id: bob, name: 'ann@example.com.au' },
  { id: gone, name: null },
]

test.each([
  ['@ann@example.com, look', `<@${ann}>, look`],
  ['(@ANN@example.com)', `(<@${ann}>)`],
  ['@ann@example.com.au', `<@${bob}>`],
  ['@ann@example.community', '@ann@example.community'],
  ['mail ann@example.com or x@ann@example.com', 'mail ann@example.com or x@ann@example.com'],
  [`@ann@example.com@ann@example.com <@${gone}>`, `<@${ann}>@ann@example.com <@${gone}>`],
  ['no one @ all', 'no one @ all'],
])('%j is stored as %j', (typed, stored) => {
  expect(storableNote(typed, people)).toBe(stored)
})

test('a text reads with names, and is edited to the same text', () => {
  const stored = `Ask <@${ann}> or <@${gone}>.`
  expect(readableNote(stored, people)).toBe('Ask @ann@example.com or @former member.')
  expect(storableNote(editableNote(stored, people), people)).toBe(stored)
})

test('a new name shows everywhere, since texts hold IDs', () => {
  expect(readableNote(`<@${ann}>`, [{ id: ann, name: 'anna@example.com' }])).toBe('@anna@example.com')
})

test('each person is mentioned once, and only by a whole ID', () => {
  expect(mentionedIn(`<@${ann}> <@${bob}> <@${ann}> <@1234> <@${ann}`)).toEqual([ann, bob])
})

test('a text is split at its mentions', () => {
  expect(notePartsOf(`a<@${ann}>b`)).toEqual([{ text: 'a' }, { mention: ann }, { text: 'b' }])
  expect(notePartsOf('')).toEqual([])
})

test.each([
  ['ask @an', 7, { from: 4, name: 'an' }],
  ['@', 1, { from: 0, name: '' }],
  ['@ann@ex', 7, { from: 0, name: 'ann@ex' }],
  ['ask @an today', 7, { from: 4, name: 'an' }],
  ['ask @an today', 13, null],
  ['ann@ex', 6, null],
])('in %j at %i the name being typed is %j', (text, caret, found) => {
  expect(typedMention(text, caret)).toEqual(found)
})
