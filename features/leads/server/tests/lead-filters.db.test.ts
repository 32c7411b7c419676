import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { importRecords, record } from '#tests/support/leads.ts'
import { addMember, call, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

/** Filters of leads that aren't columns of theirs, from an import to the list. */
let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string
/** Lead ids by the community of each post, which occurs once. */
let leads: Record<string, string>

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
  project = await setUpProject(app, ann, {
    name: 'Ledgerly',
    summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
    keywords: ['crm', 'client follow-ups'],
    competitors: ['Pipewise'],
  })
  const posts = [
    ['Agency', 'Can anyone recommend a simple crm?', 'We are two people and lose 100% of our notes.', 7],
    ['Sales', 'Looking for an alternative to Pipewise', 'Which simple crm do you use for a small agency?', null],
    ['Freelance', 'Any tool for client follow-ups?', 'Looking for a crm that is simple. Salesforce is too big.', 40],
  ] as const
  await importRecords(
    world.ctx,
    posts.map(([subreddit, title, body, numComments], index) =>
      record(`l${index}`, { subreddit, title, body, numComments, author: `author_${index}` }),
    ),
    project,
  )
  await world.drain()
  const { data } = (await call(app, ann, 'GET', `opportunities?filters[project]=${project}&populate=post`)).json()
  leads = Object.fromEntries(
    data.map(({ id, post }: { id: string; post: { subreddit: string } }) => [post.subreddit, id]),
  )
  await addMember(world.ctx, project, bob, 'member')
})
afterAll(() => world.close())

/** Returns the communities of the leads that a query finds, in order. */
async function found(query: string, person = ann): Promise<string[]> {
  const answer = await call(app, person, 'GET', `opportunities?filters[project]=${project}&${query}&populate=post`)
  expect(answer.statusCode).toBe(200)
  const { data, meta } = answer.json()
  expect(meta.pagination.total).toBe(data.length)
  return data.map(({ post }: { post: { subreddit: string } }) => post.subreddit)
}

test.each([
  ['filters[text][$containsi]=SALESFORCE', ['Freelance']],
  ['filters[text][$containsi]=author_1', ['Sales']],
  ['filters[$and][0][text][$containsi]=agency&filters[$and][1][text][$containsi]=pipewise', ['Sales']],
  ['filters[text][$containsi]=100%25', ['Agency']],
  ['filters[text][$containsi]=100_', []],
  ['filters[subreddit][$eqi]=sales', ['Sales']],
  ['filters[subreddit][$in][0]=Sales&filters[subreddit][$in][1]=Agency&sort=postedAt', ['Agency', 'Sales']],
  ['filters[permalink][$containsi]=/comments/l1/', ['Sales']],
  ['filters[keyword]=client follow-ups', ['Freelance']],
  ['filters[keyword][$in][0]=client follow-ups&filters[keyword][$in][1]=none', ['Freelance']],
  ['filters[competitor][$eqi]=pipewise', ['Sales']],
  ['filters[$not][keyword]=client follow-ups', ['Agency', 'Sales']],
  ['filters[claimed]=me', []],
  ['filters[numComments][$gte]=7', ['Agency', 'Freelance']],
  ['filters[hour]=9&filters[weekday]=5', ['Agency', 'Freelance', 'Sales']],
  ['filters[hour][$gt]=9', []],
])('leads are filtered by %s', async (query, communities) => {
  const sorted = query.includes('sort') ? query : `${query}&sort=postedAt`
  expect((await found(sorted)).toSorted()).toEqual(communities)
})

test('leads are sorted by their comments, and those without a known number are last', async () => {
  expect(await found('sort=numComments:desc')).toEqual(['Freelance', 'Agency', 'Sales'])
  const pages: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const after: string = cursor && `&pagination[cursor]=${cursor}`
    const path = `opportunities?filters[project]=${project}&sort=numComments:desc&pagination[pageSize]=1${after}`
    const { data, meta } = (await call(app, ann, 'GET', path)).json()
    pages.push(...data.map((lead: { numComments: number | null }) => String(lead.numComments)))
    cursor = meta.pagination.nextCursor
  }
  expect(pages).toEqual(['40', '7', 'null'])
})

test('a claim is seen as mine by its user and as that of others by the team', async () => {
  await call(app, bob, 'PUT', `opportunities/${leads.Sales}/claim`)
  expect(await found('filters[claimed]=me', bob)).toEqual(['Sales'])
  expect(await found('filters[claimed]=others')).toEqual(['Sales'])
  expect((await found('filters[claimed]=nobody')).toSorted()).toEqual(['Agency', 'Freelance'])
  await call(app, bob, 'DELETE', `opportunities/${leads.Sales}/claim`)
})

describe('the names to filter by', () => {
  const read = (person: Person) => call(app, person, 'GET', `projects/${project}/lead-filters`)

  test('are those that occur in leads, most leads first', async () => {
    const { data } = (await read(ann)).json()
    expect(data).toEqual({
      communities: ['Agency', 'Freelance', 'Sales'],
      keywords: ['crm', 'client follow-ups'],
      competitors: ['Pipewise'],
    })
  })

  test('are hidden from users outside of the project', async () => {
    expect((await read(cleo)).statusCode).toBe(404)
  })
})

describe('the CSV file', () => {
  const file = (query: string, person = ann) => call(app, person, 'GET', `opportunities.csv?${query}`)
  const scope = () => `filters[project]=${project}`

  test('has the filtered leads in their order, and no cell that a spreadsheet would run', async () => {
    const answer = await file(`${scope()}&filters[keyword]=crm&sort=numComments:desc&pagination[pageSize]=1`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="leads.csv"')
    const [head, ...lines] = answer.body.trim().split('\r\n')
    expect(head).toMatch(/^title,community,author,postedAt,chance,/)
    expect(lines.map((line) => line.split(',')[1])).toEqual(['Freelance', 'Agency', 'Sales'])
    await importRecords(
      world.ctx,
      [
        record('l9', {
          subreddit: 'Formulas',
          title: '=2+5 Which simple crm for an agency?',
          body: 'Looking for a crm.',
        }),
      ],
      project,
    )
    await world.drain()
    const formulas = await file(`${scope()}&filters[subreddit]=Formulas`)
    expect(formulas.body).toContain(`\r\n"'=2+5 Which simple crm`)
  })

  test('has the rights of the list', async () => {
    expect((await app.inject('/api/opportunities.csv')).statusCode).toBe(403)
    expect((await file('filters[nothing]=1')).json().error.message).toBe('Invalid key nothing')
    expect((await file(scope(), bob)).body).toContain('Salesforce')
    const others = await file(scope(), cleo)
    expect([others.statusCode, others.body.includes('Salesforce')]).toEqual([200, false])
  })
})
