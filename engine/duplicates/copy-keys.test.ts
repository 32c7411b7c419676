import { describe, expect, test } from 'vitest'
import { copyKeysOf } from './copy-keys.ts'

type Text = Parameters<typeof copyKeysOf>[0]

const story =
  'We are a team of eight and keep our customers in a spreadsheet. Follow-ups get lost every week, and nobody knows who ' +
  'called last. Which simple tool would you take for contacts and reminders, without paying for ten seats we never use?'

function text(title: string, body: string, overrides: Partial<Text> = {}): Text {
  return { kind: 'post', author: 'mara', title, body, ...overrides }
}

function areCopies(a: Text, b: Text): boolean {
  const keys = new Set(copyKeysOf(a))
  return copyKeysOf(b).some((key) => keys.has(key))
}

const short = 'Which CRM would you take for a small bakery?'
const comment = { kind: 'comment' } as const
const pete = { author: 'pete' }

describe('copies share a key', () => {
  test.each<[string, Text, Text, boolean]>([
    [
      'with different case, spacing and punctuation',
      text('Which CRM?', story),
      text('which  crm', story.toUpperCase()),
      true,
    ],
    ['with another title in a crosspost', text('Which CRM?', story), text('Contacts and reminders', story), true],
    ['with an added line', text('Which CRM?', story), text('Which CRM?', `${story}\n\nEdit: thanks, all!`), true],
    [
      'with a changed word',
      text('Which CRM?', story),
      text('Which CRM?', story.replace('eight', 'twelve'), pete),
      true,
    ],
    ['of a short question by another author, word for word', text(short, ''), text(short, '', pete), true],
    [
      'but not short questions about different things',
      text(short, ''),
      text(short.replace('bakery', 'gym'), ''),
      false,
    ],
    [
      'of five words by the same author',
      text('Which CRM for a bakery?', ''),
      text('Which CRM for a bakery?', ''),
      true,
    ],
    [
      'but not of five words by two authors',
      text('Which CRM for a bakery?', ''),
      text('Which CRM for a bakery?', '', pete),
      false,
    ],
    [
      'but not of five words by unknown authors',
      text('Any CRM?', '', { author: null }),
      text('Any CRM?', '', { author: null }),
      false,
    ],
    ['but not of three words by the same author', text('', 'same here, thanks'), text('', 'same here, thanks'), false],
    ['but not empty texts', text('', ''), text('', ''), false],
    [
      'but not texts with only the title in common',
      text('Which CRM?', story),
      text('Which CRM?', `${short} Or for two?`),
      false,
    ],
    [
      'but not short comments on the same post',
      text(story, 'Same here', comment),
      text(story, 'Same here', { ...comment, ...pete }),
      false,
    ],
    ['of a comment under two posts', text('One', story, comment), text('Two', story, comment), true],
    ['of a post that is repeated as a comment', text('Which CRM?', story), text('Other', story, comment), true],
  ])('%s', (_, a, b, expected) => {
    expect(areCopies(a, b)).toBe(expected)
  })
})

test('keys are signed 64-bit integers, a few per text', () => {
  const keys = Array.from({ length: 200 }, (_, n) => copyKeysOf(text(`Question ${n}`, `${story} ${n}`))).flat()
  expect(keys).toHaveLength(1200)
  const values = keys.map(BigInt)
  expect(values.every((value) => value === BigInt.asIntN(64, value))).toBe(true)
  expect(new Set(values.map((value) => value < 0n)).size).toBe(2)
})

test('texts that share a third of their shingles are not copies', () => {
  const words = (from: number) => Array.from({ length: 60 }, (_, n) => `w${from + n}`)
  const of = (n: number) => text('', [...words(0), ...words(1000 + n * 1000)].join(' '))
  const copies = Array.from({ length: 200 }, (_, n) => n).filter((n) => n > 0 && areCopies(of(0), of(n)))
  expect(copies.length).toBeLessThan(20)
})
