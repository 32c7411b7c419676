import { describe, expect, test } from 'vitest'
import { type FeedSettings, feedsOf, listingsOf, type Paced } from './feeds.ts'
import { unknownPace } from './polling.ts'

const nothing: FeedSettings = { communities: [], keywords: [], competitors: [] }
const keyword = (query: string, subredditsIn: string[] = []) => ({ query, subredditsIn })
const named = (feeds: ReturnType<typeof feedsOf>) =>
  feeds.map(({ kind, stream, name }) => `${kind}:${stream}${name && ` ${name}`}`)

describe('the feeds of a project', () => {
  test('cover all of Reddit through its complete lists when the project has no communities', () => {
    expect(named(feedsOf(nothing, 'lists'))).toEqual(['all:posts', 'all:comments'])
  })

  test('include its own communities and those of its keywords and competitors, once each', () => {
    const settings: FeedSettings = {
      communities: ['crm', 'Agency'],
      keywords: [keyword('crm', ['r/CRM', 'smallbusiness'])],
      competitors: [
        { name: 'Pipewise', subreddit: 'pipewise' },
        { name: 'Other', subreddit: null },
      ],
    }
    const posts = ['crm', 'agency', 'smallbusiness', 'pipewise'].map((name) => `community:posts ${name}`)
    expect(named(feedsOf(settings, 'lists')).filter((name) => name.includes('posts'))).toEqual(posts)
    expect(feedsOf(settings, 'lists')).toHaveLength(8)
  })

  test('always include all of Reddit where the complete lists are short', () => {
    expect(named(feedsOf({ ...nothing, communities: ['crm'] }, 'always'))).toEqual([
      ...['all:posts', 'all:comments'],
      ...['community:posts crm', 'community:comments crm'],
    ])
  })

  test('cover all of Reddit with searches for competitors and for keywords without communities', () => {
    const keywords = [keyword('client follow-ups'), keyword('crm AND NOT spam'), keyword('welding', ['welding'])]
    const settings = { ...nothing, keywords, competitors: [{ name: 'Say "Hi" (now)', subreddit: null }] }
    expect(named(feedsOf(settings, 'searches'))).toEqual([
      ...['community:posts welding', 'community:comments welding'],
      ...['search:posts "client follow-ups"', 'search:posts "crm"', 'search:posts "say hi now"'],
    ])
  })

  test('include no search for a keyword that is too common, which would return all of Reddit', () => {
    const wishes = { ...nothing, keywords: [keyword('the'), keyword('crm')] }
    expect(named(feedsOf(wishes, 'searches'))).toEqual(['search:posts "crm"'])
  })

  test('leave out invalid community names, and anything beyond the limit of a project', () => {
    expect(named(feedsOf({ ...nothing, communities: ['a/b', '../all', 'x', 'a+b', 'all?'] }, 'lists'))).toEqual([])
    const communities = Array.from({ length: 400 }, (_, at) => `place${at}`)
    expect(feedsOf({ ...nothing, keywords: [keyword('a', communities)], communities }, 'lists')).toHaveLength(200)
    const keywords = communities.map((name) => keyword(`${name} pump`))
    expect(feedsOf({ ...nothing, keywords }, 'searches')).toHaveLength(200)
  })
})

function paced(name: string, overrides: Partial<Paced> = {}): Paced {
  return {
    id: `id of ${name}`,
    kind: 'community',
    stream: 'posts',
    name,
    pace: unknownPace,
    isAlone: false,
    ...overrides,
  }
}
const groups = (feeds: Paced[]) => listingsOf(feeds).map(({ feeds: own }) => own.map(({ name }) => name))

describe('one listing covers', () => {
  test('several quiet communities, with posts and comments apart', () => {
    const comments = paced('a', { id: 'other', stream: 'comments' })
    expect(groups([paced('b'), comments, paced('a'), paced('c')])).toEqual([['a', 'b', 'c'], ['a']])
  })

  test('a single feed if it is new or in trouble', () => {
    expect(groups([paced('a'), paced('b', { isAlone: true }), paced('c')])).toEqual([['a', 'c'], ['b']])
  })

  test('few searches, because Reddit truncates long ones', () => {
    const searches = Array.from({ length: 30 }, (_, at) => paced(`"a rather long keyword ${at}"`, { kind: 'search' }))
    for (const group of groups(searches)) expect(group.join(' OR ').length).toBeLessThan(450)
    expect(groups(searches).flat()).toHaveLength(30)
  })
})
