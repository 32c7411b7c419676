import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totalMax } from '#platform/contract/query/filters.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, call, create, type Person, seedMention, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

/** Tests the screen's lists and totals of mentions, next to another project with similar mentions. */
let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string
let pipewise: string
let zeppelin: string
let welding: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, cleo, 'client')
  const theirs = await setUpProject(app, bob)
  pipewise = (await create(app, ann, 'competitors', { project, name: 'Pipewise' })).id
  zeppelin = (await create(app, ann, 'competitors', { project, name: 'Zeppelin' })).id
  welding = (await create(app, ann, 'keywords', { project, query: 'underwater welding' })).id
  for (const projectId of [project, theirs]) {
    await seed(projectId, 'I love Pipewell', { subreddit: 'Welding', sentiment: 'positive', author: 'mara' }, 1)
    await seed(
      projectId,
      'Pipewise is slow',
      { ...competitor(pipewise, 'Pipewise', 'negative'), subreddit: 'Welding' },
      2,
    )
    await seed(projectId, 'Pipewise or Zeppelin?', both(), 3)
    await seed(projectId, 'Schweißen unter Wasser', industry(), 4)
  }
})

afterAll(() => world.close())

type Values = NonNullable<Parameters<typeof seedMention>[2]>
type Sentiment = 'positive' | 'negative' | 'neutral' | null

/** Inserts a mention dated that day of November. */
function seed(projectId: string, sentence: string, values: Values, day: number): Promise<string> {
  const own: Values = { kind: 'brand', phrase: 'Pipewell', named: [], subreddit: 'Plumbing' }
  return seedMention(world.ctx, projectId, { ...own, sentence, postedAt: new Date(Date.UTC(2026, 10, day)), ...values })
}

const nameOf = (id: string, phrase: string, sentiment: Sentiment) => ({
  id,
  kind: 'competitor' as const,
  phrase,
  sentiment,
})

const competitor = (id: string, phrase: string, sentiment: Sentiment): Values => {
  return { kind: 'competitor', phrase, sentiment, named: [nameOf(id, phrase, sentiment)], competitorIds: [id] }
}

const both = (): Values => ({
  ...competitor(pipewise, 'Pipewise', 'neutral'),
  named: [nameOf(pipewise, 'Pipewise', 'neutral'), nameOf(zeppelin, 'Zeppelin', 'positive')],
  competitorIds: [pipewise, zeppelin],
})

const industry = (): Values => {
  const name = { id: welding, kind: 'industry' as const, phrase: 'underwater welding', sentiment: null }
  return { kind: 'industry', phrase: name.phrase, sentiment: null, named: [name], keywordIds: [welding] }
}

const list = async (query: string, by = ann) => {
  const answer = await call(app, by, 'GET', `mentions?filters[project]=${project}&${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{
    data: { sentence: string }[]
    meta: { pagination: { total: number; nextCursor: string | null } }
  }>()
}

const sentences = async (query: string) => (await list(`sort=postedAt&${query}`)).data.map(({ sentence }) => sentence)
const totals = async (query = '', by = ann) => (await call(app, by, 'GET', `mention-totals?${query}`)).json().data

const [brand, slow, or, german] = [
  'I love Pipewell',
  'Pipewise is slow',
  'Pipewise or Zeppelin?',
  'Schweißen unter Wasser',
]

describe('the list', () => {
  test.each<[string, () => string, string[]]>([
    ['by kind', () => 'filters[kind]=competitor', [slow, or]],
    ['by sentiment', () => 'filters[sentiment]=negative', [slow]],
    ['by missing sentiment', () => 'filters[sentiment][$null]=true', [german]],
    ['by competitor', () => `filters[competitor]=${zeppelin}`, [or]],
    [
      'by any of some competitors',
      () => `filters[competitor][id][$in][0]=${pipewise}&filters[competitor][id][$in][1]=${zeppelin}`,
      [slow, or],
    ],
    ['by all but one competitor', () => `filters[competitor][$ne]=${zeppelin}`, [brand, slow, german]],
    ['by no competitor', () => 'filters[competitor][$null]=true', [brand, german]],
    ['by any competitor', () => 'filters[competitor][$notNull]=true', [slow, or]],
    ['by keyword', () => `filters[keyword][documentId]=${welding}`, [german]],
    ['by community', () => 'filters[subreddit][$eqi]=welding', [brand, slow]],
    ['by author', () => 'filters[author]=mara', [brand]],
    ['by text', () => 'filters[sentence][$containsi]=pipewise', [slow, or]],
    [
      'by period',
      () => 'filters[postedAt][$gte]=2026-11-02T00:00:00Z&filters[postedAt][$lt]=2026-11-04T00:00:00Z',
      [slow, or],
    ],
    [
      'by several fields at once',
      () => `filters[kind]=competitor&filters[competitor]=${pipewise}&filters[subreddit]=Plumbing`,
      [or],
    ],
  ])('is filtered %s', async (_, query, expected) => {
    expect(await sentences(query())).toEqual(expected)
    expect((await list(query())).meta.pagination.total).toBe(expected.length)
  })

  test('is sorted newest first', async () => {
    expect((await list('sort=postedAt:desc')).data.map(({ sentence }) => sentence)).toEqual([german, or, slow, brand])
  })

  test('is read page by page from where the last one ended', async () => {
    const read = (cursor: string) =>
      list(`sort=postedAt:desc&pagination[pageSize]=3${cursor && `&pagination[cursor]=${encodeURIComponent(cursor)}`}`)
    const first = await read('')
    expect(first.data.map(({ sentence }) => sentence)).toEqual([german, or, slow])
    const second = await read(first.meta.pagination.nextCursor ?? '')
    expect(second.data.map(({ sentence }) => sentence)).toEqual([brand])
    expect(second.meta.pagination.nextCursor).toBeNull()
  })

  test('has spans, author and the other names of each mention', async () => {
    const { data } = await list(`filters[competitor]=${zeppelin}&populate=post`)
    expect(data).toMatchObject([
      {
        spans: { phrases: [], shown: [] },
        author: null,
        subreddit: 'Plumbing',
        named: [{ id: pipewise }, { id: zeppelin, sentiment: 'positive' }],
        post: { author: 'ann' },
      },
    ])
  })

  test.each(['filters[competitor][name]=Pipewise', 'filters[named]=x', 'sort=sentence'])(
    'refuses %s',
    async (query) => {
      expect((await call(app, ann, 'GET', `mentions?${query}`)).statusCode).toBe(400)
    },
  )
})

describe('totals', () => {
  const none = { positive: 0, neutral: 0, negative: 0, unknown: 0 }

  test('are counted by kind and sentiment, and per name by the sentiment toward it', async () => {
    expect(await totals()).toEqual({
      counted: 4,
      capped: false,
      kinds: [
        { ...none, kind: 'brand', positive: 1 },
        { ...none, kind: 'competitor', neutral: 1, negative: 1 },
        { ...none, kind: 'industry', unknown: 1 },
      ],
      named: [
        { ...none, id: pipewise, kind: 'competitor', phrase: 'Pipewise', neutral: 1, negative: 1 },
        ...[
          { ...none, id: zeppelin, kind: 'competitor', phrase: 'Zeppelin', positive: 1 },
          { ...none, id: welding, kind: 'industry', phrase: 'underwater welding', unknown: 1 },
        ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ],
      communities: ['Plumbing', 'Welding'],
    })
  })

  test("apply the list's filters", async () => {
    expect(await totals(`filters[competitor]=${zeppelin}`)).toMatchObject({ counted: 1, kinds: [{ neutral: 1 }] })
    expect(await totals('filters[subreddit]=Nowhere')).toEqual({
      counted: 0,
      capped: false,
      kinds: [],
      named: [],
      communities: [],
    })
    expect((await call(app, ann, 'GET', 'mention-totals?filters[secret]=1')).statusCode).toBe(400)
  })

  test("are visible to a client, and exclude another user's projects", async () => {
    expect((await totals('', cleo)).counted).toBe(4)
    expect((await totals(`filters[project]=${project}`, bob)).counted).toBe(0)
    expect((await totals('', bob)).counted).toBe(4)
  })

  test('exclude held mentions', async () => {
    const held = await seed(project, 'A secret', {}, 5)
    await ask(world.url, 'update mention set released_at = null where id = $1', [held])
    expect((await totals()).counted).toBe(4)
    await ask(world.url, 'delete from mention where id = $1', [held])
  })

  test('of very many cover the newest and say so', async () => {
    await ask(
      world.url,
      `insert into post (id, source, kind, outside_id, subreddit, title, body, body_truncated, permalink, created_at, updated_at)
       select gen_random_uuid(), 1, 'post', 900000000 + n, 'Welding', 'T', 'B', false, '/', now(), now()
       from generate_series(1, $1::int) n`,
      [totalMax],
    )
    await ask(
      world.url,
      `insert into mention (project_id, id, post_id, kind, phrase, sentence, subreddit, created_at, updated_at)
       select $1, gen_random_uuid(), id, 'brand', 'Pipewell', 'Pipewell', 'Crowd', now(), now()
       from post where title = 'T'`,
      [project],
    )
    expect(await totals()).toMatchObject({ counted: totalMax, capped: true })
    expect(await totals('filters[subreddit]=Crowd')).toMatchObject({ counted: totalMax, capped: false })
  })
})
