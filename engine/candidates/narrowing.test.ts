import { describe, expect, test } from 'vitest'
import type { CompetitorNames, Item, KeywordLimits, Profile } from '../item.ts'
import { supportedLanguages } from '../text/language.ts'
import { buildFinder } from './candidates.ts'

const product: Profile = {
  name: 'Pipewell',
  website: null,
  summary: 'Welding robots for pipes.',
  keywords: ['orbital welder'],
  competitors: ['Monday'],
}
const post: Item = {
  id: 'p1',
  kind: 'post',
  subreddit: 'Welding',
  author: 'mara',
  title: 'Which orbital welder do you use at work?',
  body: 'We are looking for one that two people can carry, and that is not too dear for a small shop like ours.',
  flair: null,
  score: 12,
  numComments: 3,
  postedAt: Date.UTC(2026, 10, 20),
}

/** Returns the profile's keywords and competitors that are found in an item. */
function found(profile: Profile, item: Partial<Item>): string[] {
  const [candidate] = buildFinder([{ id: 'a', profile }]).find({ ...post, ...item })
  const named = candidate?.hits.filter(({ kind }) => kind !== 'profile') ?? []
  return named.map(({ kind, phrase, field }) => `${kind} ${phrase} in ${field}`)
}

describe('a keyword with limits', () => {
  const german = 'Welchen orbital welder nehmt ihr denn bei der Arbeit, und seid ihr zufrieden mit dem, was er kann?'
  const limited = (limits: Partial<KeywordLimits>, keyword = 'orbital welder'): Profile => ({
    ...{ ...product, keywords: [keyword] },
    keywordLimits: [{ keyword, subredditsIn: [], subredditsOut: [], language: null, minScore: null, ...limits }],
  })

  test.each<[string, Partial<KeywordLimits>, Partial<Item>, boolean]>([
    ['none of them set', {}, {}, true],
    ['its community', { subredditsIn: ['welding', 'Pipes'] }, {}, true],
    ['another community', { subredditsIn: ['Pipes'] }, {}, false],
    ['one that is left out', { subredditsOut: ['welding'] }, {}, false],
    ['one that is not left out', { subredditsOut: ['Pipes', 'Jobs'] }, {}, true],
    ['one that is asked for and left out', { subredditsIn: ['Welding'], subredditsOut: ['Welding'] }, {}, false],
    ['its language', { language: 'en' }, {}, true],
    ['another language', { language: 'de' }, {}, false],
    ['that other language', { language: 'de' }, { title: german, body: german }, true],
    ['enough votes', { minScore: 12 }, {}, true],
    ['too few', { minScore: 13 }, {}, false],
    ['nobody knows how many', { minScore: 0 }, { score: null }, false],
  ])('%s', (_, limits, item, isFound) => {
    expect(found(limited(limits), item).includes('keyword orbital welder in title')).toBe(isFound)
  })

  test('must match both its query and its limits', () => {
    const keyword = 'welder AND NOT laser'
    const profile = limited({ subredditsOut: ['Jobs'] }, keyword)
    const hit = `keyword ${keyword} in title`
    expect(found(profile, {})).toContain(hit)
    expect(found(profile, { subreddit: 'jobs' })).not.toContain(hit)
    expect(found(profile, { body: 'No laser please' })).not.toContain(hit)
  })

  test('leaves other keywords unlimited', () => {
    const profile = { ...limited({ subredditsIn: ['Pipes'] }), keywords: ['orbital welder', 'small shop'] }
    expect(found(profile, {})).toEqual(['keyword small shop in body'])
  })
})

describe('a competitor with additional names', () => {
  const known = (names: Partial<CompetitorNames>): Profile => ({
    ...product,
    competitorNames: [{ competitor: 'Monday', aliases: [], domains: [], subreddit: null, excludeWords: [], ...names }],
  })
  const said = (body: string): Partial<Item> => ({ title: 'Question', body })

  test.each<[string, Partial<CompetitorNames>, Partial<Item>, boolean]>([
    ['an alias', { aliases: ['dapulse'] }, said('We still have Dapulse.'), true],
    ['no alias of it', {}, said('We still have Dapulse.'), false],
    ['a domain', { domains: ['monday.example'] }, said('see https://www.monday.example/pricing for that'), true],
    ['a part of another domain', { domains: ['monday.example'] }, said('see mymonday.example for that'), false],
    ['its community by name', { subreddit: 'mondaydotcom' }, said('Ask in r/MondayDotCom then.'), true],
    [
      'an alias with what is left out',
      { aliases: ['dapulse'], excludeWords: ['band'] },
      said('Dapulse, the band'),
      false,
    ],
    ['a word that only holds it', { aliases: ['dapulse'], excludeWords: ['week'] }, said('Dapulse on weekends.'), true],
  ])('searched by %s', (_, names, item, isFound) => {
    expect(found(known(names), item).some((hit) => hit.startsWith('competitor Monday'))).toBe(isFound)
  })

  test('matches every post in its own community, even if none of its names occurs', () => {
    const profile = known({ subreddit: 'MondayDotCom', excludeWords: ['hiring'] })
    const item = { subreddit: 'mondaydotcom', title: 'Broken again', body: 'My boards are gone.' }
    expect(found(profile, item)).toEqual(['competitor Monday in subreddit'])
    expect(found(profile, { ...item, body: 'We are hiring.' })).toEqual([])
    expect(found(known({}), item)).toEqual([])
  })
})

test('language codes have two letters', () => {
  expect([...supportedLanguages].filter((code) => !/^[a-z]{2}$/.test(code))).toEqual([])
  expect(supportedLanguages.size).toBeGreaterThan(25)
})
