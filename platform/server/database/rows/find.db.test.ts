import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { opportunitiesResource } from '#features/leads/contract.ts'
import { testApp } from '#tests/support/app.ts'
import { type Person, seedOpportunity, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { fieldsOf } from '../../../contract/query/populate.ts'
import { actingAs } from '../../ctx.ts'
import { transaction } from '../database.ts'

let world: World
let app: FastifyInstance
let ann: Person
let anns: string
let bob: Person
let bobs: string

/** Ann's leads by name. */
const leads: Record<string, string> = {}
const names = new Map<string, string>()

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
  anns = await setUpProject(app, ann, {
    name: 'Pipewell',
    competitors: ['100% Weld', 'under_score', 'back\\slash', 'Plain'],
  })
  bobs = await setUpProject(app, bob, { name: 'Brewbook' })
  const seeds = [
    ['hot', { score: 90.5, label: 3 as const, postedAt: new Date('2026-11-20T10:00:00Z') }],
    ['warm', { score: 60, label: 2 as const, postedAt: new Date('2026-11-18T10:00:00Z'), saved: true }],
    ['tie', { score: 60, label: 2 as const, postedAt: new Date('2026-11-19T10:00:00Z') }],
    ['cold', { score: 12.3, label: 1 as const, postedAt: null, state: 'rejected' as const }],
    ['gone', { score: 5, label: 1 as const, postedAt: null, state: 'replied' as const }],
  ] as const
  for (const [name, values] of seeds) {
    const id = await seedOpportunity(world.ctx, anns, { ...values, title: `title of ${name}` })
    leads[name] = id
    names.set(id, name)
  }
  for (const score of [99, 95]) await seedOpportunity(world.ctx, bobs, { score })
})
afterAll(() => world.close())

async function get(path: string, person = ann) {
  const answer = await app.inject({ url: `/api/${path}`, headers: person.headers })
  return { status: answer.statusCode, ...answer.json() }
}

/** Returns the names of the leads a query finds, in order. */
async function found(query: string): Promise<(string | undefined)[]> {
  const { data, error } = await get(`opportunities?${query}`)
  if (error) throw new Error(error.message)
  return data.map((lead: { id: string }) => names.get(lead.id))
}

const sorted = (query: string) => found(`sort=score:desc&${query}`)
const id = (name: string) => leads[name] ?? ''

describe('filters of numbers, timestamps, booleans and ids', () => {
  test.each<[string, string[]]>([
    ['filters[score]=60', ['tie', 'warm']],
    ['filters[score][$eq]=12.3', ['cold']],
    ['filters[score][$ne]=60', ['hot', 'cold', 'gone']],
    ['filters[score][$lt]=12.3', ['gone']],
    ['filters[score][$lte]=12.3', ['cold', 'gone']],
    ['filters[score][$gt]=60', ['hot']],
    ['filters[score][$gte]=60', ['hot', 'tie', 'warm']],
    ['filters[score][$between][0]=12.3&filters[score][$between][1]=60', ['tie', 'warm', 'cold']],
    ['filters[score][$in][0]=5&filters[score][$in][1]=90.5', ['hot', 'gone']],
    ['filters[score][$in]=5', ['gone']],
    ['filters[score][$notIn][0]=5&filters[score][$notIn][1]=60', ['hot', 'cold']],
    ['filters[score][$gt]=999999999999999', []],
    ['filters[label]=1.5', []],
    ['filters[label]=99999999', []],
    ['filters[label][$gte]=2', ['hot', 'tie', 'warm']],
    ['filters[postedAt][$null]=true', ['cold', 'gone']],
    ['filters[postedAt][$null]=false', ['hot', 'tie', 'warm']],
    ['filters[postedAt][$notNull]=true', ['hot', 'tie', 'warm']],
    ['filters[postedAt][$notNull]=false', ['cold', 'gone']],
    ['filters[postedAt][$gte]=2026-11-19T10:00:00.000Z', ['hot', 'tie']],
    ['filters[postedAt][$lt]=2026-11-19T12:00:00%2B02:00', ['warm']],
    ['filters[postedAt][$gt]=2026-11-20', ['hot']],
    ['filters[saved]=true', ['warm']],
    ['filters[saved][$eq]=false', ['hot', 'tie', 'cold', 'gone']],
    ['filters[state][$in][0]=rejected&filters[state][$in][1]=replied', ['cold', 'gone']],
    ['filters[score][0]=5&filters[score][1]=90.5', ['hot', 'gone']],
    ['filters[score][$lt][0]=1&filters[score][$lt][1]=13', ['cold', 'gone']],
    ['filters[score][$ne][0]=60&filters[score][$ne][1]=5', ['hot', 'tie', 'warm', 'cold', 'gone']],
    ['filters[saved]=t', ['warm']],
    ['filters[postedAt][$null]=anything', ['cold', 'gone']],
    ['filters[postedAt][$gte]=1795082400000', ['hot', 'tie']],
    ['filters[publishedAt][$lt]=2026-01-01', []],
    ['filters[id]=999', []],
    ['filters[id][$in][0]=1&filters[project]=999', []],
    ['filters[id][$ne]=999', ['hot', 'tie', 'warm', 'cold', 'gone']],
  ])('%s', async (query, expected) => {
    expect(await sorted(query)).toEqual(expected)
  })

  test('ids and relations match in every notation', async () => {
    expect(await sorted(`filters[id]=${id('warm')}`)).toEqual(['warm'])
    expect(await sorted(`filters[documentId][$eq]=${id('warm').toUpperCase()}`)).toEqual(['warm'])
    expect(await sorted(`filters[id][$in][0]=${id('warm')}&filters[id][$in][1]=${id('hot')}`)).toEqual(['hot', 'warm'])
    for (const form of ['', '[$eq]', '[id]', '[id][$eq]', '[documentId]', '[documentId][$in][0]']) {
      expect(await sorted(`filters[project]${form}=${anns}`)).toEqual(['hot', 'tie', 'warm', 'cold', 'gone'])
      expect(await sorted(`filters[project]${form}=${bobs}`)).toEqual([])
    }
  })
})

describe('combinators', () => {
  test.each<[string, string[]]>([
    ['filters[$or][0][score]=5&filters[$or][1][saved]=true', ['warm', 'gone']],
    ['filters[$and][0][score]=60&filters[$and][1][saved]=false', ['tie']],
    ['filters[$not][score]=60', ['hot', 'cold', 'gone']],
    ['filters[score][$not][$eq]=60', ['hot', 'cold', 'gone']],
    ['filters[score][$or][0][$lt]=6&filters[score][$or][1][$gt]=90', ['hot', 'gone']],
    ['filters[$not][$or][0][saved]=true&filters[$not][$or][1][score][$lt]=20', ['hot', 'tie']],
    ['filters[score]=60&filters[saved]=true', ['warm']],
    ['filters[score][$gte]=60&filters[score][$lt]=90', ['tie', 'warm']],
    ['filters[$or][0][$and][0][score]=60&filters[$or][0][$and][1][saved]=true', ['warm']],
    ['filters[$or][0][score]=5&filters[$or][1][0][score]=60&filters[$or][1][1][saved]=1', ['warm', 'gone']],
  ])('%s', async (query, expected) => {
    expect(await sorted(query)).toEqual(expected)
  })
})

describe('filters of text', () => {
  const every = ['100% Weld', 'Plain', 'back\\slash', 'under_score']
  test.each<[string, string[]]>([
    ['[name]=Plain', ['Plain']],
    ['[name][$eq]=plain', []],
    ['[name][$eqi]=plain', ['Plain']],
    ['[name][$ne]=Plain', ['100% Weld', 'back\\slash', 'under_score']],
    ['[name][$nei]=PLAIN', ['100% Weld', 'back\\slash', 'under_score']],
    ['[name][$contains]=la', ['Plain', 'back\\slash']],
    ['[name][$contains]=LA', []],
    ['[name][$containsi]=LA', ['Plain', 'back\\slash']],
    ['[name][$notContains]=la', ['100% Weld', 'under_score']],
    ['[name][$notContainsi]=LA', ['100% Weld', 'under_score']],
    ['[name][$startsWith]=Pl', ['Plain']],
    ['[name][$startsWith]=pl', []],
    ['[name][$startsWithi]=pl', ['Plain']],
    ['[name][$endsWith]=sh', ['back\\slash']],
    ['[name][$endsWith]=SH', []],
    ['[name][$endsWithi]=SH', ['back\\slash']],
    ['[name][$contains]=%25', ['100% Weld']],
    ['[name][$contains]=_', ['under_score']],
    ['[name][$contains]=%5C', ['back\\slash']],
    ['[name][$startsWith]=%25', []],
    ['[name][$containsi]=0%25%20w', ['100% Weld']],
    ['[name][$contains]=', every],
    ['[name][$gt]=P', ['Plain', 'back\\slash', 'under_score']],
    ['[name][$in][0]=Plain&filters[name][$in][1]=nobody', ['Plain']],
    ["[name]=' or 1=1 --", []],
    ['[name][$null]=true', []],
    ['[website][$null]=true', every],
    ['[website][$notNull]=true', []],
    ['[website][$ne]=x', []],
  ])('filters%s', async (filter, expected) => {
    const { data } = await get(`competitors?sort=name&filters${filter}`)
    expect(data.map((row: { name: string }) => row.name)).toEqual(expected)
  })
})

describe('order', () => {
  test.each<[string, string[]]>([
    ['sort=score:desc', ['hot', 'tie', 'warm', 'cold', 'gone']],
    ['sort=score', ['gone', 'cold', 'warm', 'tie', 'hot']],
    ['sort[0]=score:desc&sort[1]=postedAt:asc', ['hot', 'warm', 'tie', 'cold', 'gone']],
    ['sort=score:desc,postedAt:asc', ['hot', 'warm', 'tie', 'cold', 'gone']],
    ['sort=postedAt:desc', ['hot', 'tie', 'warm', 'gone', 'cold']],
    ['sort=postedAt:asc', ['cold', 'gone', 'warm', 'tie', 'hot']],
    ['sort[score]=DESC&sort[postedAt]=asc', ['hot', 'warm', 'tie', 'cold', 'gone']],
    ['sort[0][postedAt]=desc', ['hot', 'tie', 'warm', 'gone', 'cold']],
    ['sort=publishedAt:desc', ['gone', 'cold', 'tie', 'warm', 'hot']],
    ['sort=', ['hot', 'warm', 'tie', 'cold', 'gone']],
    ['', ['hot', 'warm', 'tie', 'cold', 'gone']],
  ])('%s', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })
})

describe('pages', () => {
  test('by number return the requested page and the page count', async () => {
    expect(await found('sort=score:desc&pagination[page]=2&pagination[pageSize]=2')).toEqual(['warm', 'cold'])
    const { meta } = await get('opportunities?pagination[page]=2&pagination[pageSize]=2')
    expect(meta.pagination).toMatchObject({ page: 2, pageSize: 2, pageCount: 3, total: 5 })
  })

  test('by row return the requested rows, with the limit capped', async () => {
    expect(await found('sort=score:desc&pagination[start]=3&pagination[limit]=5')).toEqual(['cold', 'gone'])
    const { meta } = await get('keywords?filters[kind]=problem&pagination[start]=3&pagination[limit]=500')
    expect(meta.pagination).toEqual({ start: 3, limit: 100, total: 1 })
  })

  test('without a count have neither a total nor a page count', async () => {
    const uncounted = await get('opportunities?sort=score:desc&pagination[pageSize]=2&pagination[withCount]=false')
    expect(uncounted.data.length).toBe(2)
    expect(uncounted.meta.pagination).toEqual({ page: 1, pageSize: 2, nextCursor: expect.any(String) })
    const rest = await get('keywords?filters[kind]=problem&pagination[limit]=-1&pagination[withCount]=0')
    expect(rest.meta.pagination).toEqual({ start: 0, limit: 100 })
  })

  test('past the end are empty, however far', async () => {
    for (const page of ['4', '1000000000', '999999999999']) {
      expect(await found(`pagination[page]=${page}&pagination[pageSize]=100`)).toEqual([])
    }
  })

  test('of a very long list report a capped total', async () => {
    const dora = await signUp(app, 'dora@example.com')
    const project = await setUpProject(app, dora, { keywords: [] })
    await transaction(actingAs(world.ctx, { kind: 'job', name: 'seeding' }), (tx) =>
      tx.execute(sql`insert into keyword (project_id, id, kind, query, status, created_at, updated_at)
        select ${project}, gen_random_uuid(), 'problem', 'keyword ' || n, 'active', now(), now()
        from generate_series(1, 10001) as n`),
    )
    const { meta } = await get('keywords?pagination[page]=401&pagination[pageSize]=25', dora)
    expect(meta.pagination).toEqual({ page: 401, pageSize: 25, pageCount: 400, total: 10_000, totalCapped: true })
    const rest = await get(`keywords?filters[query][$ne]=keyword 1`, dora)
    expect(rest.meta.pagination).toEqual({ page: 1, pageSize: 25, pageCount: 400, total: 10_000 })
  })

  test('of resources without cursors have no cursor in their metadata', async () => {
    const { meta } = await get('keywords?filters[kind]=problem')
    expect(meta.pagination).toEqual({ page: 1, pageSize: 25, pageCount: 1, total: 1 })
  })

  test.each(['score:desc', 'score:asc', 'postedAt:desc', 'postedAt:asc', 'createdAt:desc', 'score:desc,postedAt:asc'])(
    'by cursor in the order %s show every lead once, in the order of the whole list',
    async (sort) => {
      const whole = await found(`sort=${sort}`)
      const walked: (string | undefined)[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: string = cursor ? `&pagination[cursor]=${cursor}` : ''
        const { data, meta } = await get(`opportunities?sort=${sort}&pagination[pageSize]=2${query}`)
        expect(data.length).toBeGreaterThan(0)
        walked.push(...data.map((lead: { id: string }) => names.get(lead.id)))
        expect(meta.pagination.total).toBe(5)
        cursor = meta.pagination.nextCursor
      }
      expect(walked).toEqual(whole)
    },
  )

  test('by cursor keep their position when leads arrive above', async () => {
    const carl = await signUp(app, 'carl@example.com')
    const project = await setUpProject(app, carl)
    for (const score of [80, 70, 60]) await seedOpportunity(world.ctx, project, { score })
    const first = await get('opportunities?sort=score:desc&pagination[pageSize]=1', carl)
    await seedOpportunity(world.ctx, project, { score: 95 })
    const query = `sort=score:desc&pagination[cursor]=${first.meta.pagination.nextCursor}`
    const { data } = await get(`opportunities?${query}`, carl)
    expect(data.map((lead: { score: number }) => lead.score)).toEqual([70, 60])
  })

  test("by another user's cursor show none of that user's rows", async () => {
    const { meta } = await get('opportunities?sort=score:desc&pagination[pageSize]=1', bob)
    const { nextCursor } = meta.pagination
    const mine = await found(`sort=score:desc&pagination[cursor]=${nextCursor}`)
    expect(mine).toEqual(['hot', 'tie', 'warm', 'cold', 'gone'])
  })

  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sort = 'score:desc,id:desc'
  test.each([
    ['an invalid encoding', 'nonsense'],
    ['an empty value', ''],
    ['a number instead of an object', cursor(7)],
    ['a different order', cursor({ sort: 'score:asc,id:asc', after: [1, '01a1f8d3-ea00-7000-8000-28d47e53fe86'] })],
    ['too few values', cursor({ sort, after: [1] })],
    ['an invalid id', cursor({ sort, after: [1, 'x'] })],
    ['text instead of a number', cursor({ sort, after: ['x', '01a1f8d3-ea00-7000-8000-28d47e53fe86'] })],
    ['a number that is too large', cursor({ sort, after: [1e300, '01a1f8d3-ea00-7000-8000-28d47e53fe86'] })],
    ['a null value', cursor({ sort, after: [null, '01a1f8d3-ea00-7000-8000-28d47e53fe86'] })],
    ['an extra key', cursor({ sort, after: [1, '01a1f8d3-ea00-7000-8000-28d47e53fe86'], where: 1 })],
  ])('by a cursor with %s are refused', async (_what, value) => {
    const { status, error } = await get(`opportunities?sort=score:desc&pagination[cursor]=${value}`)
    expect(status).toBe(400)
    expect(error.message).toMatch(/^Invalid value at pagination\.cursor: /)
  })

  test('by a cursor with an impossible timestamp are refused', async () => {
    const forged = cursor({ sort: 'postedAt:desc,id:desc', after: ['0000-01-01T00:00:00Z', id('hot')] })
    expect((await get(`opportunities?sort=postedAt:desc&pagination[cursor]=${forged}`)).status).toBe(400)
  })
})

describe('fields and relations', () => {
  test('returns only the requested fields, and always the ids', async () => {
    const { data } = await get('opportunities?sort=score:desc&fields[0]=score&pagination[pageSize]=1')
    expect(data).toEqual([{ id: id('hot'), documentId: id('hot'), score: 90.5 }])
  })

  test('applies to a single row too', async () => {
    const { data } = await get(`projects/${anns}?fields=name,status`)
    expect(data).toEqual({ id: anns, documentId: anns, name: 'Pipewell', status: 'processing' })
  })

  test.each(['populate=post', 'populate=*', 'populate[0]=post', 'populate[post]=true', 'populate[post]=*'])(
    '%s includes the post',
    async (query) => {
      const { data } = await get(`opportunities/${id('hot')}?${query}`)
      expect(data.post).toMatchObject({ title: 'title of hot', subreddit: 'Welding', kind: 'post', flair: null })
      expect(Object.keys(data.post)).not.toContain('source')
      expect(Object.keys(data.post)).not.toContain('projectId')
    },
  )

  test('returns selected fields of the post', async () => {
    const { data } = await get(`opportunities/${id('hot')}?fields=score&populate[post][fields][0]=title`)
    expect(data).toEqual({
      id: id('hot'),
      documentId: id('hot'),
      score: 90.5,
      post: { id: expect.any(String), documentId: expect.any(String), title: 'title of hot' },
    })
  })

  test('omits the post by default, and returns only fields in the contract', async () => {
    const { data } = await get(`opportunities/${id('hot')}`)
    expect(Object.keys(data).toSorted()).toEqual(fieldsOf(opportunitiesResource).toSorted())
  })
})
