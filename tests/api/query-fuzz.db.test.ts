import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import { resources } from '#app/resources.ts'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Resource } from '#platform/contract/resource.ts'
import { testApp } from '../support/app.ts'
import { type Person, seedOpportunity, setUpProject } from '../support/seed-data.ts'
import type { World } from '../support/world.ts'
import { anyQuery, privateNames, readAny } from './any-query.ts'

const lists = Object.values(resources).filter(({ name }) => name !== 'me')
const pathOf = (resource: Resource) =>
  Object.values<Endpoint>(endpoints).find(({ find, path }) => find === resource && !path.includes(':'))?.path
const inputs = 10_000
const sentMost = 300
/** The processor time in ms that parsing one query may take on a busy machine. */
const mostMs = 100

let world: World
let app: FastifyInstance
let ann: Person
beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  const project = await setUpProject(app, ann, { competitors: ['Weldco'] })
  await seedOpportunity(world.ctx, project)
})
afterAll(() => world.close())

const random = pseudoRandom(20_261_120)
const cases = Array.from({ length: inputs }, (_, index) => {
  const resource = lists[index % lists.length]!
  return { resource, query: anyQuery(random, resource) }
})

test(`of ${inputs} queries each is understood or refused, soon, and none reaches what is private`, () => {
  let understood = 0
  let slowest = 0
  for (const { resource, query } of cases) {
    const before = process.threadCpuUsage()
    if (readAny(resource, query)) understood += 1
    slowest = Math.max(slowest, process.threadCpuUsage(before).user / 1000)
  }
  // Both outcomes must be common, or the test tries little.
  expect(understood).toBeGreaterThan(inputs / 10)
  expect(understood).toBeLessThan(inputs * 0.9)
  expect(slowest).toBeLessThan(mostMs)
})

test('a sample of accepted and refused queries gets rows or a refusal from the API, never an error', async () => {
  const understood = cases.filter(({ resource, query }) => readAny(resource, query)).slice(0, sentMost)
  const refused = cases.filter(({ resource, query }) => !readAny(resource, query)).slice(0, sentMost / 4)
  for (const { resource, query } of [...understood, ...refused]) {
    const { statusCode, body } = await app.inject({ url: `/api${pathOf(resource)}?${query}`, headers: ann.headers })
    if (statusCode !== 200 && statusCode !== 400) throw new Error(`${resource.name}?${query} returned ${statusCode}`)
    expect(body).not.toContain('$argon2')
    if (statusCode !== 200) continue
    for (const row of JSON.parse(body).data) {
      expect(Object.keys(row).filter((key) => privateNames.includes(key))).toEqual([])
    }
  }
})
