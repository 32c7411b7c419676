import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import type { Item } from '../item.ts'
import { buildMatcher } from '../match/match.ts'
import { pseudoRandom } from '../pseudo-random.ts'
import { compileQuery, type QuerySettings, UnsupportedQuery } from './compile.ts'
import { parseQuery, type QueryUse } from './parse.ts'
import type { Query } from './query.ts'
import { pick, randomQuery } from './random-query.ts'
import type { PhraseHit } from './reading.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

const post: Item = {
  id: 'a',
  kind: 'post',
  subreddit: 'SaaS',
  author: 'Ann_B',
  title: 'Leaving HubSpot: which CRM?',
  body: 'We are a small team of freelancers, and our CRM - well, it is “pre-market”.\nC++ and .NET inside.',
  flair: null,
  score: 10,
  numComments: null,
  postedAt: Date.parse('2026-11-18T12:00:00Z'),
}
const unknown: Item = { ...post, kind: 'comment', author: null, score: null, postedAt: null }

function read(text: string, use: QueryUse = 'search'): Query {
  const parsed = parseQuery(text, use)
  if (parsed.state === 'faulty') throw new Error(`${text}: ${parsed.fault.cause}`)
  return parsed.query
}

function matches(text: string, item: Item, settings: QuerySettings = {}, use: QueryUse = 'search'): boolean {
  return compileQuery(read(text, use), settings).matches(item, now)
}

describe('words', () => {
  test.each<[query: string, isFound: boolean]>([
    ['crm', true],
    ['CR', false],
    ['crm hubspot', true],
    ['crm zoho', false],
    ['crm OR zoho', true],
    ['crm -zoho', true],
    ['crm -hubspot', false],
    ['zoho OR (team -acme)', true],
    ['"small team"', true],
    ['"team small"', false],
    ['"hubspot which"', false],
    ['"hubspot: which"', true],
    ['C++ .NET', true],
    ['C', true],
    ['market', true],
    ['freelanc*', true],
    ['freelanx*', false],
    ['"small tea*"', true],
    ['"big tea*"', false],
    ['"pre-mark*"', true],
    ['title:crm body:crm', true],
    ['title:team', false],
    ['body:hubspot', false],
    ['title:(team OR leav*)', true],
    ['title:"which crm"', true],
  ])('%s: %s', (query, isFound) => {
    expect(matches(query, post)).toBe(isFound)
  })
})

describe('words near each other', () => {
  test.each<[query: string, isFound: boolean]>([
    ['small NEAR/0 team', true],
    ['team NEAR/0 small', true],
    ['small NEAR/1 freelancers', false],
    ['small NEAR/2 freelancers', true],
    ['freelancers NEAR/2 small', true],
    ['title:(small NEAR/9 team)', false],
    ['hubspot NEAR/9 team', false],
    ['crm NEAR/9 crm', false],
    ['and NEAR/20 and', true],
    ['"small team" NEAR/0 team', false],
    ['"small team" NEAR/1 freelanc*', true],
    ['(zoho OR team) NEAR/0 (small OR big)', true],
    ['freelanc* NEAR/2 our', true],
    ['crm NEAR/3 "pre-market"', true],
    ['crm NEAR/2 "pre-market"', false],
    ['-(small NEAR/0 team) crm', false],
  ])('%s: %s', (query, isFound) => {
    expect(matches(query, post)).toBe(isFound)
  })
})

describe('filters', () => {
  test.each<[query: string, known: boolean, unknown: boolean]>([
    ['subreddit:saas', true, true],
    ['subreddit:(crm OR r/SAAS)', true, true],
    ['subreddit:sa', false, false],
    ['author:u/ANN_b', true, false],
    ['crm -author:ann_b', false, true],
    ['type:post', true, false],
    ['type:comment', false, true],
    ['score>9', true, false],
    ['score>10', false, false],
    ['score>=10', true, false],
    ['score<10', false, false],
    ['score<=10', true, false],
    ['score:10', true, false],
    ['crm -score>10', true, true],
    ['after:2026-11-18', true, false],
    ['after:2026-11-19', false, false],
    ['before:2026-11-19', true, false],
    ['before:2026-11-18', false, false],
    ['after:48h', true, false],
    ['after:47h', false, false],
    ['before:2d', false, false],
    ['before:1d', true, false],
    ['crm -before:1d', false, true],
  ])('%s: %s with known values, %s with unknown values', (query, isFound, isFoundUnknown) => {
    expect([matches(query, post), matches(query, unknown)]).toEqual([isFound, isFoundUnknown])
  })

  test('lang: filters by the detected language', () => {
    const languageOf = (item: Item) => (item === post ? 'en' : null)
    expect(matches('lang:en crm', post, { languageOf })).toBe(true)
    expect(matches('lang:en crm', unknown, { languageOf })).toBe(false)
    expect(matches('crm -lang:en', unknown, { languageOf })).toBe(true)
    expect(matches('crm lang:(de OR en)', post, { languageOf })).toBe(true)
  })

  test('lang: is refused if languages are not detected', () => {
    for (const query of ['lang:en', 'crm -lang:en', 'crm OR (a lang:(de OR en))']) {
      expect(() => compileQuery(read(query))).toThrow(UnsupportedQuery)
    }
  })
})

test('a keyword is one phrase and matches all its spellings', () => {
  const spellings = (wording: string) => [wording, `${wording}s`]
  expect(matches('small team', post, {}, 'keyword')).toBe(true)
  expect(matches('team small', post, {}, 'keyword')).toBe(false)
  expect(matches('freelancer', post, {}, 'keyword')).toBe(false)
  expect(matches('freelancer', post, { spellings }, 'keyword')).toBe(true)
  expect(compileQuery(read('freelancer -zoho', 'keyword'), { spellings })).toMatchObject({
    phrases: ['freelancer', 'freelancers', 'zoho', 'zohos'],
    anchors: ['freelancer', 'freelancers'],
  })
})

test.each<[query: string, anchors: string[] | null]>([
  ['crm', ['crm']],
  ['a crm', ['crm']],
  ['crm OR erp', ['crm', 'erp']],
  ['tool (crm OR erp)', ['tool']],
  ['tool* (crm OR erp)', ['crm', 'erp']],
  ['crm -erp', ['crm']],
  ['(crm OR erp) NEAR/3 team', ['team']],
  ['tool* NEAR/3 team', ['team']],
  ['subreddit:saas crm', ['crm']],
  ['subreddit:saas', null],
  ['crm OR tool*', null],
])('every match of %s contains one of %s', (query, anchors) => {
  expect(compileQuery(read(query)).anchors).toEqual(anchors)
})

test('hits of a shared matcher give the same result, and every match has an anchor', () => {
  const random = pseudoRandom(4)
  const texts = [
    'we need a crm for a small team',
    'C++ or .NET for freelancers',
    'pre-market tool, not a CRM',
    'team team',
  ]
  const words = [...new Set(texts.flatMap((text) => text.split(' ')))]
  const seen = { found: 0, not: 0 }
  for (let round = 0; round < 500; round++) {
    const item = { ...post, title: pick(random, texts), body: `${pick(random, texts)} ${pick(random, texts)}` }
    const compiled = compileQuery(
      read(randomQuery(random, { words, subreddits: ['saas', 'x'], authors: ['ann_b'] })),
      {},
    )
    const isFound = compiled.matches(item, now)
    const hits = hitsOf([...compiled.phrases, 'unrelated'], item)
    expect(compiled.matches(item, now, hits)).toBe(isFound)
    if (isFound && compiled.anchors) expect(hits.some(({ phrase }) => compiled.anchors!.includes(phrase))).toBe(true)
    seen[isFound ? 'found' : 'not']++
  }
  expect(Math.min(seen.found, seen.not)).toBeGreaterThan(75)
})

function hitsOf(phrases: readonly string[], item: Item): PhraseHit[] {
  const hits: PhraseHit[] = []
  for (const field of ['title', 'body'] as const) {
    buildMatcher(phrases).scan(item[field], (phrase, start, end) =>
      hits.push({ phrase: phrases[phrase]!, field, start, end }),
    )
  }
  return hits
}

test('NEAR agrees with counting words one by one', () => {
  const word = fc.constantFrom('aaaa', 'bbbb', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')
  const words = fc.array(word, { minLength: 20, maxLength: 20 })
  let found = 0
  fc.assert(
    fc.property(words, fc.constantFrom(' ', ', ', '-', ' “'), fc.nat(7), (words, gap, within) => {
      const expected = words.some(
        (word, at) => word === 'aaaa' && words.slice(Math.max(0, at - within - 1), at + within + 2).includes('bbbb'),
      )
      const item = { ...post, title: '', body: words.join(gap) }
      for (const sides of ['aaaa NEAR bbbb', 'bbb* NEAR aaaa', 'aaa* NEAR bbb*', '(x OR bbbb) NEAR (aaaa OR y)']) {
        const query = sides.replace('NEAR', `NEAR/${within}`)
        expect(matches(query, item), query).toBe(expected)
      }
      if (expected) found++
    }),
    { seed: 5, numRuns: 250 },
  )
  expect(found).toBeGreaterThan(50)
})

const steps = Array.from({ length: 10 }, (_, at) => `"${'a '.repeat(at + 1)}"`)

test.each<[name: string, query: string, piece: string]>([
  ['words near a missing word', 'a NEAR/100 b', 'a '],
  ['phrases that overlap themselves', '"a a a a a a a a a" NEAR/3 "a a a"', 'a '],
  [
    'nested phrases',
    `(${steps.join(' OR ')}) NEAR/9 (${steps.map((step) => step.replaceAll('a', 'A')).join(' OR ')} OR b)`,
    'a ',
  ],
  ['prefixes', 'aaa* NEAR/9 zzz', 'aaab aaac '],
  ['long prefixes', `"${'aaa '.repeat(100)}aaa*"`, 'aaa '],
  ['symbols', '"aaa*" NEAR/0 "!"', '!aaa '],
  ['long runs of combining marks', 'crm NEAR/3 b -(c d)', `crm${'\u0301'.repeat(20)}`],
])('%s take time linear in the text', (_name, query, piece) => {
  const compiled = compileQuery(read(query))
  const time = (length: number) => {
    const item = { ...post, title: '', body: piece.repeat(length / piece.length) }
    const started = computedMs()
    compiled.matches(item, now)
    return computedMs() - started
  }
  time(10_000)
  const short = time(20_000)
  expect(time(100_000)).toBeLessThan(short * 20 + 300)
})
