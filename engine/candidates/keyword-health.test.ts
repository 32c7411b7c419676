import { describe, expect, test } from 'vitest'
import {
  type DecidedFind,
  exclusionsOf,
  type Finds,
  keywordHealth,
  type PhraseName,
  subjectWords,
} from './keyword-health.ts'

const crm: PhraseName = { kind: 'keyword', phrase: 'crm' }
const simple: PhraseName = { kind: 'keyword', phrase: 'simple crm' }
const rival: PhraseName = { kind: 'competitor', phrase: 'Pipewise' }

function finds(phrases: PhraseName[], count: number, overrides: Partial<Finds> = {}): Finds {
  return { phrases, daysAgo: 0, outcome: 'none', count, ...overrides }
}

test('counts hits by day, today last, and by outcome', () => {
  const [health] = keywordHealth(
    [
      finds([crm], 4),
      finds([crm], 3, { daysAgo: 2, outcome: 'lead' }),
      finds([crm], 2, { daysAgo: 2, outcome: 'accepted' }),
      finds([crm], 1, { daysAgo: 1, outcome: 'rejected' }),
    ],
    [],
    3,
  )
  expect(health).toEqual({
    ...crm,
    days: [5, 1, 4],
    hits: 10,
    leads: 6,
    accepted: 2,
    rejected: 1,
    alone: 10,
    within: null,
    exclusions: [],
  })
})

test('sorts phrases by hits and keeps a keyword apart from a competitor with the same text', () => {
  const twin: PhraseName = { kind: 'keyword', phrase: 'Pipewise' }
  const found = keywordHealth([finds([rival], 2), finds([twin], 3), finds([crm], 9)], [], 30)
  expect(found.map(({ kind, phrase, hits }) => [kind, phrase, hits])).toEqual([
    ['keyword', 'crm', 9],
    ['keyword', 'Pipewise', 3],
    ['competitor', 'Pipewise', 2],
  ])
})

test('a keyword that is too common leaves the figures of the others as they are', () => {
  const the: PhraseName = { kind: 'keyword', phrase: 'the' }
  const crms = [finds([crm], 6), finds([crm, rival], 5)]
  const withThe = [finds([crm, the], 6), finds([crm, rival, the], 3), finds([crm, rival], 2), finds([the], 7)]
  const [common, ...others] = keywordHealth(withThe, [], 30, new Set(['the']))
  expect(others).toEqual(keywordHealth(crms, [], 30))
  expect(common).toMatchObject({ ...the, hits: 16, alone: 0, within: null })
})

describe('a redundant phrase', () => {
  const withinOf = (all: Finds[], name = simple) =>
    keywordHealth(all, [], 30).find(({ phrase }) => phrase === name.phrase)!.within
  test.each<[string, Finds[], ReturnType<typeof withinOf>]>([
    [
      'is within the phrase that finds all of its posts',
      [finds([crm, simple], 6), finds([crm], 9)],
      { ...crm, hits: 15 },
    ],
    [
      'is within the phrase that finds the fewest other posts',
      [finds([crm, rival, simple], 6), finds([crm], 9), finds([rival], 1)],
      { ...rival, hits: 7 },
    ],
    ['is not reported if it finds a post of its own', [finds([crm, simple], 6), finds([simple], 1)], null],
    [
      'is not reported if no single phrase finds all of its posts',
      [finds([crm, simple], 3), finds([rival, simple], 3)],
      null,
    ],
    ['is not reported after only a few hits', [finds([crm, simple], 4), finds([crm], 9)], null],
    ['is the later of two phrases that find the same posts', [finds([crm, simple], 6)], { ...crm, hits: 6 }],
  ])('%s', (_name, all, expected) => {
    expect(withinOf(all)).toEqual(expected)
  })

  test('is only the later of two phrases with the same hits', () => {
    expect(withinOf([finds([crm, simple], 6)], crm)).toBeNull()
  })
})

describe('exclusions', () => {
  const decided = (accepted: boolean, ...words: string[]): DecidedFind => ({ phrases: [crm], accepted, words })
  const rejected = (count: number, ...words: string[]) => Array.from({ length: count }, () => decided(false, ...words))
  test.each<[string, DecidedFind[], object[]]>([
    [
      'remove rejected leads but no accepted one',
      [...rejected(4, 'wedding', 'client'), decided(true, 'client')],
      [{ word: 'wedding', rejected: 4, accepted: 0 }],
    ],
    ['need more than two rejected leads', rejected(2, 'wedding'), []],
    [
      'may remove one accepted lead for ten rejected ones',
      [...rejected(10, 'wedding'), decided(true, 'wedding')],
      [{ word: 'wedding', rejected: 10, accepted: 1 }],
    ],
    ['are never keywords or common words of requests', rejected(5, 'crm', 'recommendation'), []],
    [
      'are proposed only once for the same leads',
      [...rejected(4, 'ceremony', 'wedding'), ...rejected(3, 'gym')],
      [
        { word: 'ceremony', rejected: 4, accepted: 0 },
        { word: 'gym', rejected: 3, accepted: 0 },
      ],
    ],
    ['count a lead once', [decided(false, 'gym', 'gym', 'gym', 'gym')], []],
  ])('%s', (_name, all, expected) => {
    expect(exclusionsOf(all, new Set(['crm']))).toEqual(expected)
  })

  test('are proposed for the phrase that found the rejected leads', () => {
    const other = rejected(3, 'wedding').map((find) => ({ ...find, phrases: [rival] }))
    const health = keywordHealth([finds([crm], 9), finds([rival], 9)], [...other, ...rejected(3, 'gym')], 30)
    expect(health.map(({ phrase, exclusions }) => [phrase, exclusions.map(({ word }) => word)])).toEqual([
      ['Pipewise', ['wedding']],
      ['crm', ['gym']],
    ])
  })
})

test.each([
  ['are stemmed and distinct', 'Invoices, invoice', ['invoice']],
  ['exclude everyday words', 'It is for the invoice', ['invoice']],
  ['exclude names and other rare words', 'The invoices of Zanzibarly', ['invoice']],
  ['are none in an empty text', '', []],
])('the words of a subject %s', (_name, text, words) => {
  expect(subjectWords(text)).toEqual(words)
})
