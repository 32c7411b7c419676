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
    ['is found if none of them is set', {}, {}, true],
    ['is found in a listed community', { subredditsIn: ['welding', 'Pipes'] }, {}, true],
    ['is not found in another community', { subredditsIn: ['Pipes'] }, {}, false],
    ['is not found in an excluded community', { subredditsOut: ['welding'] }, {}, false],
    ['is found in a community that is not excluded', { subredditsOut: ['Pipes', 'Jobs'] }, {}, true],
    [
      'is not found in a community that is both listed and excluded',
      { subredditsIn: ['Welding'], subredditsOut: ['Welding'] },
      {},
      false,
    ],
    ['is found in its language', { language: 'en' }, {}, true],
    ['is not found in another language', { language: 'de' }, {}, false],
    ['is found in its language if that is not English', { language: 'de' }, { title: german, body: german }, true],
    ['is found with enough votes', { minScore: 12 }, {}, true],
    ['is not found with too few votes', { minScore: 13 }, {}, false],
    ['is not found if the votes are unknown', { minScore: 0 }, { score: null }, false],
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
  const withNames = (names: Partial<CompetitorNames>): Profile => ({
    ...product,
    competitorNames: [{ competitor: 'Monday', aliases: [], domains: [], subreddit: null, excludeWords: [], ...names }],
  })
  const said = (body: string): Partial<Item> => ({ title: 'Question', body })

  test.each<[string, Partial<CompetitorNames>, Partial<Item>, boolean]>([
    ['an alias', { aliases: ['dapulse'] }, said('We still have Dapulse.'), true],
    ['a name that is not its alias', {}, said('We still have Dapulse.'), false],
    ['a domain', { domains: ['monday.example'] }, said('see https://www.monday.example/pricing for that'), true],
    ['a domain that only ends alike', { domains: ['monday.example'] }, said('see mymonday.example for that'), false],
    ['the name of its community', { subreddit: 'mondaydotcom' }, said('Ask in r/MondayDotCom then.'), true],
    [
      'an alias beside an excluded word',
      { aliases: ['dapulse'], excludeWords: ['band'] },
      said('Dapulse, the band'),
      false,
    ],
    [
      'an alias beside a word that contains an excluded one',
      { aliases: ['dapulse'], excludeWords: ['week'] },
      said('Dapulse on weekends.'),
      true,
    ],
  ])('searched by %s', (_, names, item, isFound) => {
    expect(found(withNames(names), item).some((hit) => hit.startsWith('competitor Monday'))).toBe(isFound)
  })

  test('matches every post in its own community, even if none of its names occurs', () => {
    const profile = withNames({ subreddit: 'MondayDotCom', excludeWords: ['hiring'] })
    const item = { subreddit: 'mondaydotcom', title: 'Broken again', body: 'My boards are gone.' }
    expect(found(profile, item)).toEqual(['competitor Monday in subreddit'])
    expect(found(profile, { ...item, body: 'We are hiring.' })).toEqual([])
    expect(found(withNames({}), item)).toEqual([])
  })
})

test('language codes have two letters', () => {
  expect([...supportedLanguages].filter((code) => !/^[a-z]{2}$/.test(code))).toEqual([])
  expect(supportedLanguages.size).toBeGreaterThan(25)
})
