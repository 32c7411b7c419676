import { describe, expect, test } from 'vitest'
import { answered, apiAnswering } from '#tests/support/reddit-answers.ts'
import { lookUpItems } from './info.ts'
import { newPosts, readItems, searchPosts } from './listings.ts'
import { standingOf } from './standing.ts'
import { readThread } from './threads.ts'

const post = (data: object) => ({
  kind: 't3',
  data: {
    id: '1a',
    subreddit: 'CRM',
    author: 'wilma',
    title: 'Which CRM?',
    selftext: 'For two.',
    created_utc: 1_790_000_000,
    removed_by_category: null,
    ...data,
  },
})

const comment = (data: object) => ({
  kind: 't1',
  data: {
    id: 'c1',
    subreddit: 'CRM',
    author: 'bruno',
    body: 'This one.',
    link_id: 't3_1a',
    parent_id: 't3_1a',
    replies: '',
    ...data,
  },
})

const listing = (children: unknown[], more = {}) => ({
  kind: 'Listing',
  data: { children, after: null, before: null, ...more },
})

describe('a page', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 7],
    ['an empty envelope', {}],
    ['an item of another kind', { kind: 't9', data: {} }],
    ['a post without an id', post({ id: undefined })],
    ['a post with a numeric title', post({ title: 7 })],
    ['a comment without a community', comment({ subreddit: null })],
    ['an empty post', post({ title: '', selftext: '' })],
  ])('is not broken by %s in it', (_what, child) => {
    const found = readItems(listing([post({ id: '1b' }), child, comment({ id: 'c2' })]))!
    expect(found.records.map(({ id }) => id)).toEqual(['1b', 'c2'])
    expect(found.broken).toBe(1)
  })

  test.each<[string, unknown, number | null]>([
    ['a number of seconds', 1_790_000_000, 1_790_000_000_000],
    ['a fraction of a second', 1_790_000_000.5, 1_790_000_000_500],
    ['a string', '1790000000', 1_790_000_000_000],
    ['missing', undefined, null],
    ['negative', -5, null],
    ['too far in the future', 9e12, null],
  ])('accepts a time that is %s', (_what, created_utc, postedAt) => {
    expect(readItems(listing([post({ created_utc })]))!.records).toMatchObject([{ postedAt }])
  })

  test('keeps raw texts, up to the maximum length', () => {
    const found = readItems(listing([post({ title: 'AT&amp;T &lt; <b>', selftext: '😀'.repeat(40_000) })]))!
    expect(found.records[0]!.title).toBe('AT&amp;T &lt; <b>')
    expect(found.records[0]).toMatchObject({ bodyTruncated: true, body: '😀'.repeat(25_000) })
  })

  test('lists deleted items by name, without their texts', () => {
    const found = readItems(listing([post({ removed_by_category: 'moderator' }), comment({ body: '[deleted]' })]))!
    expect(found).toMatchObject({ records: [], gone: ['t3_1a', 't1_c1'], broken: 0 })
  })

  test('has no score where votes are hidden', () => {
    expect(readItems(listing([comment({ score: 1, score_hidden: true })]))!.records[0]!.score).toBeNull()
  })

  test.each([[null], ['[]'], [[]], [{ kind: 'Listing', data: {} }], [{ kind: 'wiki', data: { children: [] } }]])(
    'is not %j',
    async (body) => {
      const { api } = apiAnswering(answered(200, body))
      expect(await newPosts(api, ['CRM'], {})).toMatchObject({ state: 'later', because: 'nonsense' })
    },
  )

  test('may be empty', async () => {
    const { api } = apiAnswering(answered(200, listing([])))
    expect(await newPosts(api, ['CRM'], {})).toMatchObject({ state: 'ok', value: { records: [], after: null } })
  })
})

test('one request covers several communities, whatever their names', async () => {
  const { api, questions } = apiAnswering(answered(200, listing([])))
  await newPosts(api, ['CRM', 'sales', 'a/../b'], { after: 't3_1a', limit: 50 })
  await searchPosts(api, { query: 'crm & more', subreddit: 'CRM', time: 'week' }, {})
  expect(questions.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
    '/r/CRM+sales+a%2F..%2Fb/new?after=t3_1a&limit=50&raw_json=1',
    '/r/CRM/search?q=crm+%26+more&sort=new&t=week&type=link&limit=100&restrict_sr=true&raw_json=1',
  ])
})

describe('the standing of an item', () => {
  test.each<[string, object, string]>([
    ['is there for an existing post', post({}), 'there'],
    ['is authorless if the author of a post is gone', post({ author: '[deleted]' }), 'authorless'],
    ['is authorless if the author of a link post is gone', post({ author: '[deleted]', selftext: '' }), 'authorless'],
    [
      'is deleted if the author deleted a post',
      post({ removed_by_category: 'deleted', selftext: '[deleted]', author: '[deleted]' }),
      'deleted',
    ],
    ['is deleted even if the text is still there', post({ removed_by_category: 'deleted' }), 'deleted'],
    [
      'is deleted in an older response format',
      post({ removed_by_category: undefined, author: '[deleted]', selftext: '' }),
      'deleted',
    ],
    [
      'is removed if moderators removed a post',
      post({ removed_by_category: 'moderator', selftext: '[removed]' }),
      'removed',
    ],
    ['is removed if a bot removed a post', post({ removed_by_category: 'automod_filtered' }), 'removed'],
    [
      'is removed if Reddit removed a post',
      post({ removed_by_category: 'content_takedown', selftext: '[ Removed by Reddit ]' }),
      'removed',
    ],
    ['is there for an existing comment', comment({}), 'there'],
    ['is deleted for a deleted comment', comment({ body: '[deleted]', author: '[deleted]' }), 'deleted'],
    ['is removed for a removed comment', comment({ body: '[removed]', author: '[deleted]' }), 'removed'],
    ['is removed if Reddit removed a comment', comment({ body: '[ Removed by Reddit ]' }), 'removed'],
    ['is authorless if the author of a comment is gone', comment({ author: '[deleted]' }), 'authorless'],
    ['is there if a comment only quotes [removed]', comment({ body: 'why does it say [removed]' }), 'there'],
  ])('%s', (_what, thing, standing) => {
    expect(standingOf(thing as Parameters<typeof standingOf>[0])).toBe(standing)
  })

  test('is absent for an omitted item; items that were not requested are ignored', async () => {
    const { api } = apiAnswering(answered(200, listing([post({}), comment({ id: 'c9' })])))
    const outcome = await lookUpItems(api, ['t3_1a', 't1_c1'])
    expect(outcome.state === 'ok' && [...outcome.value]).toMatchObject([
      ['t3_1a', { standing: 'there', record: { id: '1a' } }],
      ['t1_c1', { standing: 'absent' }],
    ])
  })

  test('is never absent if part of the response cannot be read', async () => {
    const { api } = apiAnswering(answered(200, listing([post({}), 'cut'])))
    const outcome = await lookUpItems(api, ['t3_1a', 't1_c1'])
    expect(outcome.state === 'ok' && [...outcome.value.keys()]).toEqual(['t3_1a'])
  })

  test('can be requested for no more names than Reddit accepts', () => {
    const { api } = apiAnswering(answered(200, listing([])))
    expect(() =>
      lookUpItems(
        api,
        Array.from({ length: 101 }, (_, index) => `t3_${index}`),
      ),
    ).toThrow(RangeError)
  })
})

describe('a thread', () => {
  const more = (children: string[], count = children.length) => ({
    kind: 'more',
    data: { children, count, parent_id: 't3_1a' },
  })
  const rest = (things: unknown[]) => answered(200, { json: { errors: [], data: { things } } })
  const page = (comments: unknown[]) => answered(200, [listing([post({})]), listing(comments)])
  const bounds = { comments: 6, calls: 2 }
  const read = async (...answers: Parameters<typeof apiAnswering>) => {
    const { api, questions } = apiAnswering(...answers)
    const outcome = await readThread(api, '1a', bounds)
    if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome))
    const ids = outcome.value.comments.map(({ record, parent }) => `${parent} < ${record.id}`)
    return { ...outcome.value, ids, questions }
  }

  test('includes every branch and the comments omitted on the first page', async () => {
    const answer = comment({ id: 'c2', parent_id: 't1_c1', replies: listing([more(['c3'])]) })
    const found = await read(
      page([comment({ replies: listing([answer]) }), comment({ id: 'c5' })]),
      rest([comment({ id: 'c3', parent_id: 't1_c2' })]),
    )
    expect(found.ids).toEqual(['t3_1a < c1', 't1_c1 < c2', 't3_1a < c5', 't1_c2 < c3'])
    expect(found).toMatchObject({ post: { id: '1a' }, left: 0, broken: 0 })
    expect(found.questions[1]!.url.searchParams.get('children')).toBe('c3')
  })

  test('ends after a number of requests, and counts the rest', async () => {
    const endless = rest([more(['c7', 'c8', 'c9'])])
    const found = await read(page([comment({}), more(['c4'], 40)]), endless, endless)
    expect(found.ids).toEqual(['t3_1a < c1'])
    expect(found.questions).toHaveLength(3)
    expect(found.left).toBeGreaterThan(0)
  })

  test('ends with enough comments', async () => {
    const many = Array.from({ length: 9 }, (_, index) => comment({ id: `c${index}` }))
    const found = await read(page([...many, more(['d1', 'd2'])]))
    expect(found.ids).toHaveLength(6)
    expect(found.left).toBe(5)
    expect(found.questions).toHaveLength(1)
  })

  test('is returned even if further comments cannot be read', async () => {
    const found = await read(page([comment({}), more(['c4'])]), answered(503, ''))
    expect(found.ids).toEqual(['t3_1a < c1'])
    expect(found.left).toBe(1)
  })

  test('keeps the replies to a deleted comment', async () => {
    const found = await read(
      page([comment({ body: '[removed]', replies: listing([comment({ id: 'c2', parent_id: 't1_c1' })]) })]),
    )
    expect(found.ids).toEqual(['t1_c1 < c2'])
    expect(found.broken).toBe(0)
  })

  test('can be thousands of replies deep', async () => {
    const levels = Array.from({ length: 3_000 }, (_, depth) => JSON.stringify(listing([comment({ id: `c${depth}` })])))
    const [open, close] = [
      levels.map((level) => level.split('""')[0]).join(''),
      levels.map((level) => level.split('""')[1]),
    ]
    const deep = `${open}""${close.join('')}`
    const found = await read(answered(200, `[${JSON.stringify(listing([post({})]))},${deep}]`))
    expect(found.ids).toHaveLength(6)
    expect(found.left).toBe(2_994)
  })
})
