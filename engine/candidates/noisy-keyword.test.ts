import { describe, expect, test } from 'vitest'
import type { Item, KeywordLimits, Profile } from '../item.ts'
import { compileProfile, scoreItem } from '../score/score.ts'
import { descriptionText } from '../text/embedded-text.ts'
import { buildFinder, type Hit } from './candidates.ts'
import { isTooCommon } from './common-keywords.ts'

describe('a keyword is too common', () => {
  const inAgency: KeywordLimits = {
    ...{ keyword: 'the', subredditsIn: ['agency'], subredditsOut: [] },
    ...{ language: null, minScore: null },
  }

  test.each<[string, string, boolean, KeywordLimits?]>([
    ['as a function word', 'the', true],
    ['whatever its case', 'The', true],
    ['as a word of one letter', 'a', true],
    ['as an everyday word', 'people', true],
    ['as a phrase of function words', 'how to', true],
    ['but not as a word that one in twenty posts has', 'business', false],
    ['but not as a word of a subject', 'crm', false],
    ['but not as a phrase of everyday words that rarely meet', 'work out', false],
    ['but not as a phrase with a word of a subject', 'the crm', false],
    ['but not as a letter that is a name', 'R', false],
    ['but not as a name with signs', 'A+', false],
    ['but not in a language without a table of words', 'für', false],
    ['but not without any word', '++', false],
    ['if one of its alternatives is', 'crm OR the', true],
    ['if it excludes posts', 'the -crm', true],
    ['but not with a word of a subject beside it', 'the AND crm', false],
    ['but not near such a word', 'the NEAR/3 crm', false],
    ['but not in one community', 'the subreddit:agency', false],
    ['but not with limits to communities', 'the', false, inAgency],
    ['with limits that exclude communities', 'the', true, { ...inAgency, subredditsIn: [], subredditsOut: ['agency'] }],
    ['as an invalid query', 'the AND', true],
  ])('%s: %s', (_name, keyword, expected, limits) => {
    expect(isTooCommon(keyword, limits)).toBe(expected)
  })
})

const crm: Profile = {
  name: 'Ledgerly',
  website: null,
  summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
  keywords: ['crm', 'sales pipeline'],
  competitors: ['Pipewise'],
}

function post(title: string, body = '', subreddit = 'agency'): Item {
  const plain = { author: null, flair: null, score: 5, numComments: 4, postedAt: Date.UTC(2026, 10, 20) }
  return { id: title, kind: 'post', subreddit, title, body, ...plain }
}

const posts = [
  post('Looking for the best CRM for the clients of a small agency', 'The sales pipeline lives in the spreadsheet.'),
  post('The clients never answer the follow-ups', 'How do the other agencies keep the pipeline in order? Pipewise?'),
  post('Which CRM?', `${'The client, the deal and the invoice. '.repeat(60)}Pipewise or another CRM, and the rest.`),
  post('Pipewise raised the price', 'The CRM is fine, and the price is not.', 'smallbusiness'),
  post('The sourdough', 'The oven and the flour.', 'breadit'),
  post('The weather and the news', 'The sun is out.', 'AskReddit'),
]

/** Returns what a project finds, without the hits of `ignored`. */
function found(profile: Profile, ignored: string) {
  const finder = buildFinder([{ id: 'p', profile }])
  const compiled = compileProfile(profile)
  return posts.flatMap((item) =>
    finder.find(item).map(({ hits }) => {
      const { score, label, components } = scoreItem(compiled, item, hits)
      return { post: item.id, hits: hits.filter(({ phrase }) => phrase !== ignored), score, label, components }
    }),
  )
}

describe('a keyword that is too common affects only itself', () => {
  test.each(['the', 'a', 'people', 'how to', 'the OR and', 'the -weather'])('%s', (noisy) => {
    const without = found(crm, noisy)
    expect(without.length).toBeGreaterThan(2)
    expect(found({ ...crm, keywords: [...crm.keywords, noisy] }, noisy)).toEqual(without)
    expect(found({ ...crm, keywords: [noisy, ...crm.keywords] }, noisy)).toEqual(without)
  })

  test('even if there are few others, whose place words of the kind of product take', () => {
    const few = { ...crm, summary: '', keywords: ['crm'], competitors: [] }
    expect(found({ ...few, keywords: ['crm', 'the', 'people'] }, 'the')).toEqual(found(few, 'the'))
  })

  test('and finds no post by itself, even in a community that is close to the product', () => {
    const keywords = ['itinerary', 'cheap flights', 'trip planning', 'the']
    const summary = 'Plans trips for independent travellers: itineraries, flights, hotels.'
    const finder = buildFinder([{ id: 'p', profile: { ...crm, summary, keywords } }])
    expect(finder.find(post('The beach and the island', '', 'travel'))).toEqual([])
  })

  test('and is not part of the text that describes the product to a model', () => {
    expect(descriptionText({ ...crm, keywords: [...crm.keywords, 'the'] })).toBe(descriptionText(crm))
  })

  test('and keeps one hit in a post, where something else finds the post', () => {
    const profile = { ...crm, keywords: ['the', ...crm.keywords] }
    const finder = buildFinder([{ id: 'p', profile }])
    const hitsOf = (item: Item) => finder.find(item)[0]?.hits.filter(({ phrase }: Hit) => phrase === 'the').length
    expect(posts.map(hitsOf)).toEqual([1, 1, 1, 1, undefined, undefined])
  })
})

test('a frequent keyword does not use up the hits of the others', () => {
  const hitsOf = (keywords: string[]) =>
    buildFinder([{ id: 'p', profile: { ...crm, keywords } }])
      .find(post('Hello', `${'An invoice for a client. '.repeat(80)}A CRM, a second CRM and a third CRM.`))[0]!
      .hits.filter(({ kind, phrase }) => kind === 'keyword' && phrase === 'crm')
  expect(hitsOf(['invoice', 'client', 'crm'])).toEqual(hitsOf(['crm']))
  expect(hitsOf(['crm'])).toHaveLength(3)
})
