import { describe, expect, test } from 'vitest'
import { compileProfile } from '../../candidates/profile.ts'
import { stem } from '../../text/stem.ts'
import { addWord, emptyVector, rarityAt, similarity, wordNumber } from '../../text/words.ts'
import {
  kinds,
  kindsOfCommunity,
  kindsOfProfile,
  kindTellings,
  kindTerms,
  sumKindWeights,
  wordsOfKinds,
} from './kinds.ts'

const profileOf = (summary: string, keywords: string[] = [], competitors: string[] = []) => ({
  name: 'X',
  website: null,
  summary,
  keywords,
  competitors,
})
const idsOf = (...profile: Parameters<typeof profileOf>) =>
  compileProfile(profileOf(...profile)).kinds.map(({ kind }) => kinds[kind]!.id)

describe('the table of kinds', () => {
  test('every kind is complete', () => {
    const short = kinds.filter(
      ({ names, words, needs, makers, communities }) =>
        names.length < 4 || words.length < 10 || needs.length < 15 || makers.length < 5 || communities.length < 3,
    )
    expect(short.map(({ id }) => id)).toEqual([])
    expect(kinds.length).toBeGreaterThan(200)
    expect(kinds.length).toBeLessThan(256)
  })

  test('its phrases are short and in lower case', () => {
    const phrases = kinds.flatMap(({ names, needs }) => [...names, ...needs])
    expect(phrases.filter((phrase) => phrase !== phrase.toLowerCase() || phrase.split(' ').length > 9)).toEqual([])
  })
})

describe('the kinds of a product', () => {
  test.each<[string, Parameters<typeof profileOf>]>([
    ['invoicing', ['Bills for people who work for themselves', ['invoicing software', 'late payment'], []]],
    ['dog-training', ['Lessons for puppies and their owners', ['leash pulling', 'puppy training'], []]],
    [
      'password-managers',
      ['A safe place for what a team has to share', ['password manager'], ['1Password', 'Bitwarden']],
    ],
    ['email-marketing', ['Send campaigns to subscribers', ['newsletter'], ['Mailchimp', 'Brevo']]],
    ['home-renovation-contractors', ['Find someone for the kitchen', ['kitchen remodel', 'contractor quote'], []]],
  ])('start with %s', (id, profile) => {
    expect(idsOf(...profile)[0]).toBe(id)
  })

  test('follow from its competitors when its words say little', () => {
    expect(
      idsOf('Everything for your day', [], ['Todoist', 'TickTick', 'Things', 'Any.do', 'Microsoft To Do']),
    ).toContain('task-todo')
    expect(idsOf('Everything for your day', [], [])).not.toContain('task-todo')
  })

  test('are at most four, each weighing less than the one before, and none without words', () => {
    const own = compileProfile(profileOf('Invoices, time tracking, expenses, proposals, contracts and taxes')).kinds
    expect(own.length).toBeGreaterThan(1)
    expect(own.length).toBeLessThanOrEqual(4)
    expect(own[0]!.weight).toBe(1)
    expect(own.toSorted((a, b) => b.weight - a.weight)).toEqual(own)
    expect(kindsOfProfile(profileOf(''), [], compileProfile(profileOf('')).vector)).toEqual([])
  })
})

test.each<[string, Parameters<typeof profileOf>, boolean]>([
  ['is named by its keywords', ['Bills', ['invoicing software', 'late payment'], []], true],
  ['is named by its summary', ['Invoicing software for people who work for themselves', ['late payment'], []], true],
  [
    'follows from competitors alone',
    ['Everything for your day', [], ['FreshBooks', 'Wave', 'Bonsai', 'HoneyBook']],
    false,
  ],
])('the main kind of a product that %s', (_name, profile, isNamed) => {
  const [main] = compileProfile(profileOf(...profile)).kinds
  expect(main!.isNamed).toBe(isNamed)
})

test('its kind moves a product with few words closer to its subject', () => {
  const { vector } = compileProfile(profileOf('', ['puppy training']))
  const bare = emptyVector()
  for (const word of ['puppy', 'training']) addWord(bare, wordNumber(word), rarityAt(wordNumber(word)))
  const dog = addedWord('dog')
  expect(similarity(vector, dog)).toBeGreaterThan(similarity(bare, dog) + 0.02)
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
})

function addedWord(word: string) {
  const vector = emptyVector()
  addWord(vector, wordNumber(word), 1)
  return vector
}

test('communities are found regardless of case', () => {
  const at = (name: string) => kindsOfCommunity(name).map((kind) => kinds[kind]!.id)
  expect(at('PuppY101')).toContain('dog-training')
  expect(at('nobody_writes_here')).toEqual([])
})

test('a word counts only for its own kinds, and less in a long text', () => {
  const weightBeside = (others: readonly string[]) => {
    const terms = Uint32Array.from(['leash', ...others], (term) => kindTerms.indexOf(term))
    const share = sumKindWeights(terms, terms.length, new Uint32Array(kindTerms.length).fill(1))
    return kindTellings.sums[kinds.findIndex(({ id }) => id === 'dog-training')]! * share
  }
  expect(weightBeside([])).toBeGreaterThan(0)
  expect(weightBeside(['invoice', 'payroll', 'podcast'])).toBeLessThan(weightBeside([]))
  expect(weightBeside(['invoice', 'payroll', 'podcast'])).toBeGreaterThan(0)
})

describe('words of its kinds fill in for a sparse profile', () => {
  const index = (word: string, ...profile: Parameters<typeof profileOf>) =>
    compileProfile(profileOf(...profile)).indexes[wordNumber(stem(word))]

  test.each<[string, string[], string[], boolean]>([
    ['with one keyword', ['invoicing software'], [], true],
    ['but not with three keywords', ['invoicing software', 'send bills', 'billing app'], [], false],
    ['but not with three competitors', ['invoicing software'], ['FreshBooks', 'Xero', 'Harvest'], false],
  ])('%s', (_name, keywords, competitors, isAdded) => {
    expect(index('overdue', '', keywords, competitors)! > 0).toBe(isAdded)
  })

  test('but never count more than its own words', () => {
    const { kinds: own } = compileProfile(profileOf('', ['invoicing software']))
    const worths = [...wordsOfKinds(own).values()]
    expect(Math.max(...worths)).toBeLessThanOrEqual(1)
    expect(Math.min(...worths)).toBeGreaterThan(0)
  })
})
