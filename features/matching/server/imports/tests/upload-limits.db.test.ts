import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reserveBytes } from '#platform/server/free-space.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob, startProject } from '#tests/support/leads.ts'
import { addMember, appOf, call, confirmAddress, create, type Person, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { chunkBytes, uploadMaxBytes } from '../../../contract-limits.ts'
import { forgetUploads } from '../forgotten.ts'
import { installationUploadsMax, userUploadsMax } from '../upload-limits.ts'

let world: World
let app: FastifyInstance
/** A new user in each test. */
let ann: Person
let free: number

beforeAll(async () => {
  world = await testWorld()
  app = await appOf({ ...world.ctx, freeBytes: async () => free })
})

beforeEach(async () => {
  free = Number.POSITIVE_INFINITY
  await ask(world.url, 'delete from import_chunk')
  ann = await newcomer()
})

afterAll(async () => {
  await app.close()
  await world.close()
})

let people = 0
const address = () => `person-${++people}@example.com`

/** Signs up a user with a confirmed email address. */
async function newcomer(): Promise<Person> {
  const person = await signUp(app, address())
  await confirmAddress(world.url, person)
  return person
}

let files = 0

const file = (project: string, bytesTotal = uploadMaxBytes) => {
  const fingerprint = `file ${++files}`
  return { project, origin: 'upload', name: `${fingerprint}.zst`, bytesTotal, fingerprint }
}

async function projectOf(...owners: Person[]): Promise<string> {
  const project = await startProject(world.ctx)
  for (const owner of owners) await addMember(world.ctx, project, owner, 'owner')
  return project
}

/** Starts an upload of the largest size in a new project, without sending a byte. */
async function begun(person = ann): Promise<string> {
  return (await create(app, person, 'imports', file(await projectOf(person)))).id
}

function put(id: string, person = ann, number = 0): Promise<LightMyRequestResponse> {
  const headers = { ...person.headers, 'content-type': 'application/octet-stream' }
  const payload = Buffer.alloc(chunkBytes)
  return app.inject({ method: 'PUT', url: `/api/imports/${id}/chunks/${number}`, headers, payload })
}

const statuses = (answers: LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode).toSorted()
const fitting = userUploadsMax / uploadMaxBytes
const yoursFull = { status: 409, message: expect.stringContaining('Your unfinished uploads would exceed 4 GB') }
const serverFull = { status: 409, message: expect.stringContaining('The server has no space for this upload') }

describe('one user', () => {
  test('may have 4 GB of unfinished uploads across projects, each counted in full from its first chunk', async () => {
    const ids: string[] = []
    for (let count = 0; count <= fitting; count++) ids.push(await begun())
    for (const id of ids.slice(0, fitting)) expect((await put(id)).statusCode).toBe(200)
    expect((await put(ids.at(-1)!)).json().error).toMatchObject(yoursFull)
    expect((await put(ids[0]!, ann, 1)).statusCode).toBe(200)
    const another = await call(app, ann, 'POST', 'imports', file(await projectOf(ann)))
    expect(another.json().error).toMatchObject(yoursFull)
    const bob = await newcomer()
    expect((await put(await begun(bob), bob)).statusCode).toBe(200)
  })

  test("can't exceed the limit by sending many first chunks at once", async () => {
    const ids: string[] = []
    for (let count = 0; count < fitting + 4; count++) ids.push(await begun())
    const answers = await Promise.all(ids.map((id) => put(id)))
    expect(statuses(answers)).toEqual([...Array(fitting).fill(200), ...Array(4).fill(409)])
  })

  test('is charged for uploads they started, even if others send the chunks', async () => {
    const bob = await newcomer()
    const project = await projectOf(ann, bob)
    const ids: string[] = []
    for (let count = 0; count <= fitting; count++) ids.push((await create(app, ann, 'imports', file(project))).id)
    for (const id of ids.slice(0, fitting)) expect((await put(id, bob)).statusCode).toBe(200)
    expect((await put(ids.at(-1)!, bob)).json().error).toMatchObject(yoursFull)
  })

  test('regains space when an upload and its chunks are removed or expire', async () => {
    const [removed, expiring, next] = [await begun(), await begun(), await begun()]
    for (const id of [removed, expiring]) await put(id)
    await call(app, ann, 'DELETE', `imports/${removed}`)
    expect((await put(next)).statusCode).toBe(409)
    await world.drain()
    expect((await put(next)).statusCode).toBe(200)
    world.clock.advance(25 * 3_600_000)
    await forgetUploads(asJob(world.ctx))
    for (let count = 0; count < fitting; count++) expect((await put(await begun())).statusCode).toBe(200)
  })
})

test('all users together may have 20 GB of unfinished uploads, even if they start at once', async () => {
  const last = [await newcomer(), await newcomer()]
  const ids = await Promise.all(last.map((person) => begun(person)))
  const [earlier, project] = [world.ctx.id(), await projectOf(ann)]
  await ask(
    world.url,
    `insert into import (id, project_id, name, origin, state, bytes_total, created_at, updated_at)
      values ($1, $2, 'earlier.zst', 'upload', 'waiting', $3, now(), now())`,
    [earlier, project, installationUploadsMax - uploadMaxBytes],
  )
  await ask(world.url, `insert into import_chunk (import_id, number, bytes) values ($1, 0, 'x')`, [earlier])
  const answers = await Promise.all(last.map((person, index) => put(ids[index]!, person)))
  expect(statuses(answers)).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().error).toMatchObject(serverFull)
})

test('an upload that would use the disk reserve is refused, and resumes once there is space', async () => {
  const id = await begun()
  free = reserveBytes + uploadMaxBytes - 1
  expect((await put(id)).json().error).toMatchObject({ status: 503, details: { reason: 'diskFull' } })
  free += 1
  expect((await put(id)).statusCode).toBe(200)
  free = reserveBytes
  expect((await put(id, ann, 1)).json().error).toMatchObject({ status: 503, details: { reason: 'diskFull' } })
  free = reserveBytes + uploadMaxBytes
  expect((await put(id, ann, 1)).json().data).toMatchObject({ nextChunk: 2 })
})

test("a user with an unconfirmed email can't upload and is asked to confirm it", async () => {
  const eve = await signUp(app, address())
  const project = await projectOf(ann, eve)
  const { id } = await create(app, ann, 'imports', file(project))
  for (const answer of [await call(app, eve, 'POST', 'imports', file(project)), await put(id, eve)]) {
    expect(answer.json().error).toMatchObject({
      status: 403,
      message: 'Confirm your email address to upload files. Open the link in the email we sent you.',
      details: { reason: 'emailUnconfirmed' },
    })
  }
  await confirmAddress(world.url, eve)
  expect((await put(id, eve)).statusCode).toBe(200)
})
