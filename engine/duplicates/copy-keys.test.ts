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
    ['case, spacing, punctuation', text('Which CRM?', story), text('which  crm', story.toUpperCase()), true],
    ['a crosspost under another title', text('Which CRM?', story), text('Contacts and reminders', story), true],
    ['a line added', text('Which CRM?', story), text('Which CRM?', `${story}\n\nEdit: thanks, all!`), true],
    ['a word changed', text('Which CRM?', story), text('Which CRM?', story.replace('eight', 'twelve'), pete), true],
    ['a short question of another author, word for word', text(short, ''), text(short, '', pete), true],
    ['a short question about something else', text(short, ''), text(short.replace('bakery', 'gym'), ''), false],
    ['five words of one author', text('Which CRM for a bakery?', ''), text('Which CRM for a bakery?', ''), true],
    [
      'five words of two authors',
      text('Which CRM for a bakery?', ''),
      text('Which CRM for a bakery?', '', pete),
      false,
    ],
    [
      'five words of nobody known',
      text('Any CRM?', '', { author: null }),
      text('Any CRM?', '', { author: null }),
      false,
    ],
    ['three words of one author', text('', 'same here, thanks'), text('', 'same here, thanks'), false],
    ['nothing at all', text('', ''), text('', ''), false],
    ['the same title over other words', text('Which CRM?', story), text('Which CRM?', `${short} Or for two?`), false],
    [
      'comments on one post',
      text(story, 'Same here', comment),
      text(story, 'Same here', { ...comment, ...pete }),
      false,
    ],
    ['one comment under two posts', text('One', story, comment), text('Two', story, comment), true],
    ['a post said again as a comment', text('Which CRM?', story), text('Other', story, comment), true],
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
