import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { importRecords, record } from '#tests/support/leads.ts'
import { call, create, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

/** Figures in lists besides rows: how keywords perform, and the total number of rows for any query. */
let world: World
let app: FastifyInstance
let ann: Person
let bob: Person

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
})

afterAll(() => world.close())

async function list(person: Person, path: string) {
  const answer = await call(app, person, 'GET', path)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

test('a list of keywords shows how each performs, for any selection of projects', async () => {
  const project = await setUpProject(app, ann, { keywords: ['orbital welder'], summary: '' })
  const other = await setUpProject(app, ann, { keywords: ['laser cutter'], summary: '' })
  const texts = { title: 'Anybody with an orbital welder?', body: 'Ours broke down.' }
  await importRecords(
    world.ctx,
    ['Welding', 'Pipes'].map((subreddit, index) =>
      record(`f${index}`, { ...texts, subreddit, score: 5 + index, permalink: `/r/${subreddit}/x` }),
    ),
    project,
  )
  await world.drain()
  const hitsOf = async (query: string) => {
    const { data } = await list(ann, `keywords?${query}`)
    return data.map((row: { query: string; hitsPerDay: number }) => [row.query, row.hitsPerDay])
  }
  const [welder, cutter] = [
    ['orbital welder', 2],
    ['laser cutter', 0],
  ]
  const all = async () => {
    expect(await hitsOf('sort=query:desc')).toEqual([welder, cutter])
    expect(await hitsOf(`filters[project]=${project}`)).toEqual([welder])
    expect(await hitsOf(`filters[project][$in][0]=${project}&filters[project][$in][1]=${other}&sort=query`)).toEqual([
      cutter,
      welder,
    ])
    expect(await hitsOf(`filters[project][$ne]=${other}`)).toEqual([welder])
    expect(await hitsOf(`filters[$or][0][project]=${other}&filters[$or][1][query]=orbital welder&sort=query`)).toEqual([
      cutter,
      welder,
    ])
    expect(await hitsOf(`filters[$not][project]=${other}`)).toEqual([welder])
  }
  await all()
  // More projects than are queried before the rows are known.
  for (let more = 0; more < 4; more++) await setUpProject(app, ann, { keywords: [], summary: '' })
  await all()
})

test('a list of projects shows the total on every page and beyond the last', async () => {
  for (const name of ['First', 'Second', 'Third']) await create(app, bob, 'projects', { name })
  const page = async (query: string) => {
    const { data, meta } = await list(bob, `projects?sort=createdAt&${query}`)
    return [data.length, meta.pagination.total]
  }
  expect(await page('')).toEqual([3, 3])
  expect(await page('pagination[page]=1&pagination[pageSize]=2')).toEqual([2, 3])
  expect(await page('pagination[page]=2&pagination[pageSize]=2')).toEqual([1, 3])
  expect(await page('pagination[page]=7&pagination[pageSize]=2')).toEqual([0, 3])
  expect(await page('pagination[start]=1&pagination[limit]=1')).toEqual([1, 3])
  expect(await page('filters[name]=Second')).toEqual([1, 1])
  expect(await page('filters[name]=None')).toEqual([0, 0])
})
