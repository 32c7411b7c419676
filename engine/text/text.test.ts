import { expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { Folder, hashToken, normalForm, wordsBeginning, wordsOf } from './text.ts'

const forms: [name: string, text: string, form: string][] = [
  ['case and spaces', '  HubSpot \t CRM\n', 'hubspot crm'],
  ['ligature and full width', 'ﬁle ＡＢＣ', 'file abc'],
  ['sharp s and final sigma', 'Straße ΟΔΟΣ', 'strasse οδοσ'],
  ['combining marks', 'Cafe\u0301', 'café'],
  ['invisible characters', 'in\u00advo\u200bice\ufeff', 'invoice'],
  ['apostrophes', 'I’m I`m I´m', "i'm i'm i'm"],
  ['hyphens', 'e\u2011mail', 'e-mail'],
  ['trademark sign', 'Acme™', 'acme™'],
  ['only invisible characters', '\u200b \u00ad', ''],
]
test.each(forms)('normal form: %s', (_name, text, form) => {
  expect(normalForm(text)).toBe(form)
})

test('words exclude symbols, but keep the underscore inside a name', () => {
  expect(wordsOf("Don't _use_ some_name, node.js or 价格!")).toEqual([
    'don',
    't',
    'use',
    'some_name',
    'node',
    'js',
    'or',
  ])
})

test('every folded character knows its position in the text, even after a longer text', () => {
  const folder = new Folder()
  folder.fold('é'.repeat(10_000))
  expect(folder.length).toBe(10_000)
  folder.fold('aﬁ👍e\u0301z')
  const positions = Array.from({ length: folder.length }, (_, at) => [folder.startOf(at), folder.endOf(at)])
  expect(positions).toEqual([
    [0, 1],
    [1, 2],
    [1, 2],
    [2, 4],
    [2, 4],
    [4, 6],
    [6, 7],
  ])
})

test('tokens are words, names with their underscores, and symbols, each with its hash', () => {
  const folder = new Folder()
  folder.fold(' Some_name  _is_ C++, né\u0301 _')
  const words: string[] = []
  for (let token = 0; token < folder.tokens; token++) {
    const [start, end] = [folder.tokenStarts[token]!, folder.tokenEnds[token]!]
    words.push(String.fromCharCode(...folder.codes.subarray(start, end)))
    expect(folder.tokenHashes[token]).toBe(hashToken(folder.codes, start, end))
  }
  expect(words).toEqual(['some_name', '_', 'is', '_', 'c', '+', '+', ',', 'né\u0301'.normalize('NFC'), '_'])
})

test('a flood of marks on one letter is folded quickly', () => {
  const started = computedMs()
  expect(normalForm(`a${'\u0301'.repeat(100_000)}`).length).toBeGreaterThan(0)
  expect(computedMs() - started).toBeLessThan(2_000)
})

test('a word may be as long as a whole text', () => {
  const word = 'A'.repeat(1_000_000)
  expect(wordsBeginning('en', `an ${word} end`)).toEqual(['end'])
  expect(wordsOf(`an ${word} end`)).toEqual(['an', word.toLowerCase(), 'end'])
})
