import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from '#features/posts/server/tables.ts'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  auditOf,
  call,
  create,
  jobTransaction,
  type Person,
  setUpProject,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { FoundPosts, SearchFacets } from '../contract.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string
const ids: Record<string, string> = {}

const hour = 3_600_000

/** Posts by title, newest first; each an hour older than the one before. */
const posts: Partial<typeof post.$inferInsert>[] = [
  { title: 'Can anyone recommend a CRM?', subreddit: 'smallbusiness', score: 2, numComments: 40 },
  {
    title: 'Re: accounting',
    body: 'A CRM does that. The CRM knows.',
    kind: 'comment',
    subreddit: 'sales',
    score: null,
  },
  { title: 'I hate Pipedrive, our slow and buggy CRM', subreddit: 'sales', score: 30, numComments: 7 },
  { title: 'Bread', body: 'No software here.', subreddit: 'Baking', score: 900, numComments: 1 },
]

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, cleo, 'client')
  await create(app, ann, 'competitors', { project, name: 'Pipedrive' })
  const now = world.ctx.now()
  const rows = posts.map((values, at) => {
    const id = world.ctx.id()
    ids[values.title!] = id
    return {
      ...{
        id,
        kind: 'post' as const,
        outsideId: BigInt(at),
        subreddit: 'x',
        title: '',
        body: '',
        bodyTruncated: false,
      },
      ...{ source: 1, permalink: '/', createdAt: now, updatedAt: now, postedAt: new Date(now.getTime() - at * hour) },
      ...values,
    }
  })
  await jobTransaction(world.ctx, (tx) => tx.insert(post).values(rows))
})
afterAll(() => world.close())

function search(query: Record<string, string>, person = ann, path = 'posts') {
  return call(app, person, 'GET', `projects/${project}/${path}?${new URLSearchParams(query)}`)
}

const titles = async (query: Record<string, string>) =>
  (await search(query)).json<FoundPosts>().data.map((found) => found.post.title)

describe('a search', () => {
  test('returns matches with their words, lenses, and whether they are leads', async () => {
    const answer = await search({ query: 'crm' })
    expect(answer.statusCode).toBe(200)
    const { data, meta } = answer.json<FoundPosts>()
    expect(data.map((found) => found.post.title)).toEqual(posts.slice(0, 3).map(({ title }) => title))
    expect(data[0]).toMatchObject({
      spans: [{ field: 'title', start: 23, end: 26 }],
      lenses: ['recommendation'],
      lead: null,
      post: { standing: 'there', subreddit: 'smallbusiness' },
    })
    expect(data[1]?.snippet).toEqual({
      text: 'A CRM does that. The CRM knows.',
      marks: [
        [2, 5],
        [21, 24],
      ],
    })
    expect(meta).toEqual({ nextCursor: null, capped: false })
  })

  test.each<[Record<string, string>, number[]]>([
    [{ query: 'crm', lens: 'recommendation' }, [0]],
    [{ query: '', lens: 'complaint' }, [2]],
    [{ query: 'crm', subreddit: 'SALES' }, [1, 2]],
    [{ query: 'crm', kind: 'comment' }, [1]],
    [{ query: '', kind: 'post', subreddit: 'baking' }, [3]],
    [{ query: 'crm', sort: 'votes' }, [2, 0, 1]],
    [{ query: 'crm', sort: 'comments' }, [0, 2, 1]],
    [{ query: 'crm OR software', sort: 'relevance' }, [0, 2, 1, 3]],
  ])('for %j finds posts %j', async (query, expected) => {
    expect(await titles(query)).toEqual(expected.map((at) => posts[at]?.title))
  })

  test('for complaints finds nothing without competitors', async () => {
    const other = await setUpProject(app, bob)
    const answer = await call(app, bob, 'GET', `projects/${other}/posts?lens=complaint`)
    expect(answer.json<FoundPosts>()).toEqual({ data: [], meta: { nextCursor: null, capped: false } })
  })

  test.each<[Record<string, string>, RegExp]>([
    [{ query: 'crm OR' }, /OR needs a search term after it\. Try: crm/],
    [{ query: '' }, /Enter a word/],
    [{ query: 'crm', cursor: 'x' }, /cursor must be/],
    [{ query: 'crm', sort: 'best' }, /sort/],
    [{ query: 'crm', lens: 'joy' }, /lens/],
    [{ query: 'crm', more: '1' }, /more/],
  ])('refuses %j', async (query, message) => {
    const answer = await search(query)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.message).toMatch(message)
  })

  test('is for the team of the project', async () => {
    expect((await search({ query: 'crm' }, bob)).statusCode).toBe(404)
    expect((await search({ query: 'crm' }, bob, 'post-facets')).statusCode).toBe(404)
    expect((await search({ query: 'crm' }, cleo)).statusCode).toBe(403)
    const signedOut = await app.inject({ url: `/api/projects/${project}/posts?query=crm` })
    expect(signedOut.statusCode).toBe(403)
  })
})

test('facets count the matches, each with the filters of the others', async () => {
  const facets = async (query: Record<string, string>) =>
    (await search(query, ann, 'post-facets')).json<{ data: SearchFacets }>().data
  expect(await facets({ query: 'crm' })).toEqual({
    posts: 3,
    capped: false,
    subreddits: [
      { value: 'sales', posts: 2 },
      { value: 'smallbusiness', posts: 1 },
    ],
    kinds: [
      { value: 'post', posts: 2 },
      { value: 'comment', posts: 1 },
    ],
    ages: ['day', 'week', 'month', 'year'].map((value) => ({ value, posts: 3 })),
    lenses: [
      { value: 'recommendation', posts: 1 },
      { value: 'complaint', posts: 1 },
    ],
  })
  expect(await facets({ query: 'crm', kind: 'post', lens: 'complaint' })).toMatchObject({
    posts: 1,
    subreddits: [{ value: 'sales', posts: 1 }],
    kinds: [{ value: 'post', posts: 1 }],
    lenses: [
      { value: 'recommendation', posts: 1 },
      { value: 'complaint', posts: 1 },
    ],
  })
})

describe('a found post', () => {
  const add = (title: string, person = ann) =>
    call(app, person, 'PUT', `projects/${project}/found-lead`, { post: ids[title] ?? title })

  test('is added to the saved leads once, and then shown as a lead', async () => {
    const title = posts[0]!.title!
    const [first, second] = [await add(title), await add(title)]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(first.json().data).toMatchObject({ state: 'new', saved: true, save: { by: 'ann@example.com' } })
    expect(second.json().data.id).toBe(first.json().data.id)
    const { data } = (await search({ query: 'recommend' })).json<FoundPosts>()
    expect(data[0]?.lead).toEqual({ id: first.json().data.id, state: 'new' })
    expect((await auditOf(world.ctx, project)).filter((entry) => entry.endsWith('opportunity.save'))).toHaveLength(1)
  })

  test('in the archive stays there', async () => {
    const title = posts[2]!.title!
    const { id } = (await add(title)).json().data
    await call(app, ann, 'PUT', `opportunities/${id}/rejection`, { reason: 'tooOld' })
    expect((await add(title)).json().data).toMatchObject({ id, state: 'rejected' })
  })

  test('is added only by the team, and only if the project sees it', async () => {
    expect((await add(posts[1]!.title!, bob)).statusCode).toBe(404)
    expect((await add(posts[1]!.title!, cleo)).statusCode).toBe(403)
    expect((await add(world.ctx.id())).statusCode).toBe(404)
    expect((await add('not an ID')).statusCode).toBe(400)
  })
})
