import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { addMember, call, confirmAddress, create, type Person, setUpProject } from '../support/seed-data.ts'
import { projectWrites } from './project-writes.ts'
import { openScene, plainRequest, type Scene, send, type Write } from './scene.ts'

let scene: Scene
/** A user of another tenant, who owns a project and is a client of a third one. */
let neighbour: Person
let theirs: string
beforeAll(async () => {
  scene = await openScene()
  neighbour = await scene.newcomer()
  await confirmAddress(scene.world.url, neighbour)
  theirs = await setUpProject(scene.app, neighbour, { name: 'Next door' })
  const third = await setUpProject(scene.app, await scene.newcomer(), { name: 'Third' })
  await addMember(scene.world.ctx, third, neighbour, 'client')
})
afterAll(() => scene.close())

const writing = Object.entries<Endpoint>(endpoints).filter(([name]) => Object.hasOwn(projectWrites, name))
/** Endpoints that concern no existing project. */
const withoutProject = new Set([
  'projectsCreate',
  'projectFileChecksCreate',
  'projectImportsCreate',
  'setupPut',
  'setupCompletionsCreate',
  'websiteProfilesCreate',
  'previewsCreate',
  'communityProfilesCreate',
])

const names = (body: unknown): Record<string, unknown> =>
  (body as { data?: Record<string, unknown> } | undefined)?.data ?? {}

/** Sends the owner's requests as the neighbor, and expects errors and no change. */
async function refused(endpoint: Endpoint, ...writes: Write[]): Promise<LightMyRequestResponse[]> {
  const before = await scene.contents()
  const answers: LightMyRequestResponse[] = []
  for (const write of writes) {
    const answer = await send(scene, plainRequest(endpoint, { ...write, by: neighbour }))
    expect([answer.body, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([answer.body, true])
    answers.push(answer)
  }
  expect(await scene.contents()).toEqual(before)
  return answers
}

describe.each(writing.filter(([name]) => !withoutProject.has(name)))('%s', (name, endpoint) => {
  // Refused requests change nothing, so one is prepared for all tests.
  let write: Write
  beforeAll(async () => {
    write = await projectWrites[name]!(scene)
  })

  test("answers 404 for another user's project", async () => {
    const [answer] = await refused(endpoint, write)
    const { error } = answer!.json()
    // The recipient isn't a member yet, so the error names the problem with the link.
    if (name === 'acceptancePut') expect(error.message).toContain('different email')
    else expect(error).toMatchObject({ status: 404, message: 'Not Found' })
  })

  const isAboutMore = endpoint.method === 'POST' && endpoint.path.split('/').length === 2
  if (isAboutMore) {
    test("refuses another user's rows in the user's own project", async () => {
      const data = { ...names(write.body), project: theirs }
      const foreign = Object.values(data).filter((value) => typeof value === 'string' && /^[\da-f-]{36}$/.test(value))
      if (foreign.length > 1) await refused(endpoint, { ...write, body: { data } })
      else {
        const answer = await send(scene, plainRequest(endpoint, { by: neighbour, body: { data } }))
        expect(answer.statusCode).toBe(endpoint.status ?? 200)
      }
    })

    test("doesn't find another user's project by connect or set either", async () => {
      const forms = [{ connect: [scene.project] }, { set: [{ documentId: scene.project }] }]
      const writes = forms.map((project) => ({ ...write, body: { data: { ...names(write.body), project } } }))
      const answers = await refused(endpoint, ...writes)
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(forms.map(() => 404))
    })
  }
})

/** Changes that refer to a user or row of the owner in a row of the neighbor. */
describe("a row of the user's own project", () => {
  test.each(['owner', 'assignee', 'member'])("refuses another project's member as %s", async (field) => {
    const own = (resource: string, data: object) => create(scene.app, neighbour, resource, { project: theirs, ...data })
    const { id: person } = await own('people', { handle: scene.word() })
    const { id: conversation } = await own('conversations', { person })
    const places: Record<string, string> = {
      owner: `people/${person}`,
      assignee: `conversations/${conversation}`,
      member: `projects/${theirs}/ownership`,
    }
    const { data: members } = (await call(scene.app, scene.owner, 'GET', 'members')).json()
    const before = await scene.contents()
    for (const value of [scene.owner.id, members[0].id, scene.project]) {
      for (const form of [value, { id: value }, { connect: [{ documentId: value }] }]) {
        const answer = await call(scene.app, neighbour, 'PUT', places[field]!, { [field]: form })
        expect([400, 404]).toContain(answer.statusCode)
      }
    }
    expect(await scene.contents()).toEqual(before)
  })
})

describe('with a row of every resource in another project', () => {
  /** Returns all IDs in a response. */
  const idsIn = (body: string) => new Set(body.match(/[\da-f]{8}-[\da-f]{4}-7[\da-f-]{21}/g))
  const reading = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method === 'GET')
  const lists = reading.filter(([, { path, find }]) => find && !path.includes(':'))
  let hidden: Set<string>
  /** The IDs that each list shows its owner, by path, and some of each list. */
  let shown: Map<string, Set<string>>
  let some: Set<string>
  beforeAll(async () => {
    for (const [name] of writing) if (/Create$/.test(name)) await runWrite(name)
    const answers = await Promise.all(
      lists.map(([, { path }]) => call(scene.app, scene.owner, 'GET', `${path.slice(1)}?populate=*`)),
    )
    shown = new Map(lists.map(([, { path }], at) => [path, idsIn(answers[at]!.body)]))
    hidden = new Set([...shown.values()].flatMap((ids) => [...ids]))
    some = new Set([...shown.values()].flatMap((ids) => [...ids].slice(0, 3)))
  })
  const runWrite = async (name: string) => {
    const endpoint = writing.find(([each]) => each === name)?.[1]
    if (endpoint) await send(scene, plainRequest(endpoint, await projectWrites[name]!(scene)))
  }

  test('there are many IDs to find', () => {
    expect(hidden.size).toBeGreaterThan(40)
  })

  test.each(lists)('%s shows none of them, whatever the query', async (_name, { path }) => {
    for (const query of [
      `filters[$or][0][id][$notNull]=true&filters[$or][1][id][$null]=true&populate=*`,
      `filters[project]=${scene.project}`,
      `filters[$not][project]=${theirs}&populate=*`,
    ]) {
      const { body, statusCode } = await call(scene.app, neighbour, 'GET', `${path.slice(1)}?${query}`)
      expect([200, 400, 403]).toContain(statusCode)
      const found = [...idsIn(body)].filter((id) => hidden.has(id) && !query.includes(id))
      expect([path, query, found]).toEqual([path, query, []])
    }
  })

  const idsMost = 6
  const ofOne = reading.filter(([, { path }]) => path.includes(':id'))
  test.each(ofOne)('%s is not found by any of its IDs', async (name, { path, query }) => {
    // Includes the IDs of populated rows. Without a list, IDs of all kinds are tried.
    const own = shown.get(path.slice(0, path.indexOf('/:id')))
    for (const id of [...(own?.size ? own : some)].slice(0, idsMost)) {
      // Endpoints that need the token of a mail get a wrong one.
      const url = path.slice(1).replace(':id', id) + (query && 'token' in query.shape ? `?token=${'x'.repeat(43)}` : '')
      const { statusCode, body } = await call(scene.app, neighbour, 'GET', url)
      // An unknown invoice is null (SPEC 8).
      if (statusCode === 200) expect([name, body]).toEqual(['invoice', expect.stringContaining('null')])
      else expect([404, 403]).toContain(statusCode)
    }
  })
})
