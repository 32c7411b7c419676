import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { startProject } from '#tests/support/leads.ts'
import {
  addMember,
  appOf,
  auditOf,
  call,
  confirmAddress,
  jobTransaction,
  type Person,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { Import } from '../../../contract.ts'
import { chunkBytes, uploadMaxBytes, uploadTooLarge } from '../../../contract-limits.ts'

let world: World
let app: FastifyInstance
let ann: Person
let adam: Person
let mel: Person
let cleo: Person
let bob: Person
/** A server admin. */
let root: Person
let project: string
let folder: string

beforeAll(async () => {
  ;({ world, app, ann, adam, mel, cleo, bob, root } = await testApp('ann', 'adam', 'mel', 'cleo', 'bob', 'root'))
  for (const person of [ann, adam, mel, root]) await confirmAddress(world.url, person)
  folder = join(world.ctx.dataDir, 'archives')
  mkdirSync(folder, { recursive: true })
})

afterAll(async () => {
  await world.close()
  rmSync(world.ctx.dataDir, { recursive: true, force: true })
})

beforeEach(async () => {
  project = await startProject(world.ctx)
  await addMember(world.ctx, project, ann, 'owner')
  await addMember(world.ctx, project, adam, 'admin')
  await addMember(world.ctx, project, mel, 'member')
  await addMember(world.ctx, project, cleo, 'client')
})

const upload = (overrides: object = {}) => ({
  project,
  origin: 'upload',
  name: 'RS_2025-01.zst',
  bytesTotal: chunkBytes + 10,
  fingerprint: 'RS_2025-01',
  ...overrides,
})

async function begin(overrides: object = {}, person = ann): Promise<Import> {
  const answer = await call(app, person, 'POST', 'imports', upload(overrides))
  expect(answer.statusCode).toBe(201)
  return answer.json().data
}

function put(id: string, number: number | string, bytes: Buffer, person = ann, type = 'application/octet-stream') {
  const headers = { ...person.headers, 'content-type': type }
  return app.inject({ method: 'PUT', url: `/api/imports/${id}/chunks/${number}`, headers, payload: bytes })
}

/** Sets the state without running import jobs, since the test's files aren't archives. */
async function setState(id: string, state: string): Promise<void> {
  await jobTransaction(world.ctx, (tx) => tx.execute(sql`update import set state = ${state} where id = ${id}`))
}

async function jobsOf(name: string): Promise<number> {
  const { rows } = await jobTransaction(world.ctx, (tx) =>
    tx.execute<{ jobs: number }>(sql`select count(*)::int as jobs from pgboss.job where name = ${name}`),
  )
  return rows[0]!.jobs
}

describe('an upload', () => {
  test('arrives in chunks, with the next number in each response, and is then queued', async () => {
    const begun = await begin()
    expect(begun).toMatchObject({
      name: 'RS_2025-01.zst',
      origin: 'upload',
      state: 'uploading',
      bytesTotal: chunkBytes + 10,
      bytesDone: 0,
      nextChunk: 0,
      fault: null,
    })
    const jobs = await jobsOf('import')
    const first = await put(begun.id, 0, Buffer.alloc(chunkBytes))
    expect(first.json().data).toMatchObject({ state: 'uploading', bytesDone: chunkBytes, nextChunk: 1 })
    const last = await put(begun.id, 1, Buffer.alloc(10))
    expect(last.json().data).toMatchObject({ state: 'waiting', bytesDone: 0, nextChunk: null })
    expect(await jobsOf('import')).toBe(jobs + 1)
    expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} import.create`)
  })

  test('resumes after an interruption when the same file is chosen again', async () => {
    const begun = await begin()
    await put(begun.id, 0, Buffer.alloc(chunkBytes))
    expect(await begin({ name: 'renamed.zst' }, adam)).toMatchObject({ id: begun.id, nextChunk: 1 })
  })

  test('resumes after a stop when the same file is chosen again', async () => {
    const { id } = await begin()
    await put(id, 0, Buffer.alloc(chunkBytes))
    const stopped = await call(app, ann, 'PUT', `imports/${id}/stop`)
    expect(stopped.json().data).toMatchObject({ state: 'stopped', nextChunk: null })
    expect((await put(id, 1, Buffer.alloc(10))).json().error).toMatchObject({ name: 'ConflictError' })
    expect(await begin()).toMatchObject({ id, state: 'uploading', nextChunk: 1 })
    expect((await put(id, 1, Buffer.alloc(10))).json().data.state).toBe('waiting')
  })

  test('counts a chunk once if it is sent twice', async () => {
    const { id } = await begin()
    for (let times = 0; times < 2; times++) {
      const answer = await put(id, 0, Buffer.alloc(chunkBytes))
      expect(answer.statusCode).toBe(200)
      expect(answer.json().data).toMatchObject({ bytesDone: chunkBytes, nextChunk: 1 })
    }
  })

  test('stores a chunk once if it is sent twice at the same time', async () => {
    const { id } = await begin()
    const answers = await Promise.all([0, 0, 0].map((number) => put(id, number, Buffer.alloc(chunkBytes))))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect((await call(app, ann, 'GET', `imports/${id}`)).json().data).toMatchObject({
      bytesDone: chunkBytes,
      nextChunk: 1,
    })
  })

  test.each<[string, number | string, number, number, string]>([
    ['a chunk out of order', 1, 10, 409, 'The next chunk is 0'],
    ['a chunk beyond the end', 2, 10, 400, 'This upload has no chunk with that number'],
    ['a chunk far beyond the end', 999_999_999, 10, 400, 'This upload has no chunk with that number'],
    ['a chunk that is too short', 0, 10, 400, `This chunk must be ${chunkBytes} bytes`],
    ['a chunk that is too long', 1, 11, 400, 'This chunk must be 10 bytes'],
    ['an empty chunk', 0, 0, 400, 'The request body must be bytes, with content-type: application/octet-stream'],
    ['a chunk over the size limit', 0, chunkBytes + 1, 413, 'The request body is too large for this endpoint'],
    ['a chunk number that is not a number', 'x', 10, 404, 'Not Found'],
    ['a negative chunk number', '-1', 10, 404, 'Not Found'],
    ['a chunk number of 30 digits', '9'.repeat(30), 10, 404, 'Not Found'],
    ['a path as chunk number', '..%2f..%2f', 10, 404, 'Not Found'],
  ])('refuses %s', async (_, number, length, status, message) => {
    const { id } = await begin()
    const answer = await put(id, number, Buffer.alloc(length))
    expect(answer.json().error).toMatchObject({ status, message })
    expect((await call(app, ann, 'GET', `imports/${id}`)).json().data).toMatchObject({ bytesDone: 0, nextChunk: 0 })
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/octet-streams'])(
    'refuses a chunk sent as %s',
    async (type) => {
      const { id } = await begin()
      expect((await put(id, 0, Buffer.from('{}'), ann, type)).statusCode).toBe(400)
    },
  )

  test.each(['waiting', 'running', 'done', 'failed', 'stopped', 'purging'])(
    'refuses a chunk in state %s',
    async (state) => {
      const { id } = await begin()
      await setState(id, state)
      expect((await put(id, 0, Buffer.alloc(chunkBytes))).json().error).toMatchObject({
        status: 409,
        message: 'This import no longer accepts chunks',
        details: { state },
      })
    },
  )

  test.each<[string, object, string]>([
    ['a size over the limit', { bytesTotal: uploadMaxBytes + 1 }, uploadTooLarge],
    ['a size of 0 bytes', { bytesTotal: 0 }, 'The file is empty'],
    ['a negative size', { bytesTotal: -1 }, 'The file is empty'],
    ['a fractional size', { bytesTotal: 1.5 }, 'bytesTotal must be an int'],
    ['a size that is a string', { bytesTotal: '7' }, 'bytesTotal must be a number'],
    ['no size', { bytesTotal: undefined }, 'bytesTotal is required'],
    ['an empty name', { name: ' ' }, 'name must not be empty'],
    ['a name of 300 characters', { name: 'x'.repeat(300) }, 'name must have at most 255 characters'],
    ['a line break in its name', { name: 'a\nb' }, 'name must not contain control characters'],
    ['a NUL in its name', { name: 'a\0b' }, '2 errors occurred'],
    ['half a surrogate pair in its name', { name: 'a\ud800' }, 'must be valid Unicode'],
    ['a right-to-left override in its name', { name: 'a\u202egnp.exe' }, 'name must not contain control characters'],
    ['an invisible name', { name: '\u200b\u2060' }, 'name must not be empty'],
    ['no fingerprint', { fingerprint: '' }, 'fingerprint must not be empty'],
    ["an origin that users can't choose", { origin: 'command' }, 'origin is not valid'],
    ['an unknown key', { state: 'done' }, 'Invalid key state'],
  ])("can't be created with %s", async (_, overrides, message) => {
    const answer = await call(app, ann, 'POST', 'imports', upload(overrides))
    expect(answer.json().error).toMatchObject({ status: 400, message })
  })

  test.each(['../../etc/passwd', '<img src=x onerror=alert(1)>', 'CON', '.htaccess', 'größe 漢字 🗜️.zst'])(
    'may be named %s, as its name is only displayed',
    async (name) => {
      expect((await begin({ name })).name).toBe(name)
    },
  )

  test('of a file in progress is refused, and of an imported one, too, unless `again` is set', async () => {
    const { id } = await begin()
    await setState(id, 'running')
    const conflict = { status: 409, details: { import: id, state: 'running' } }
    expect((await call(app, ann, 'POST', 'imports', upload({ again: true }))).json().error).toMatchObject(conflict)
    await setState(id, 'done')
    expect((await call(app, ann, 'POST', 'imports', upload())).json().error).toMatchObject({
      status: 409,
      message: 'This file was already imported',
    })
    expect((await begin({ again: true })).id).not.toBe(id)
  })

  test('of a file that failed is accepted again', async () => {
    const { id } = await begin()
    await setState(id, 'failed')
    expect((await begin()).id).not.toBe(id)
  })

  test('started twice at the same time is created once', async () => {
    const both = await Promise.all([begin(), begin({}, adam)])
    expect(both[0]!.id).toBe(both[1]!.id)
  })

  test('is refused while the project has too many unfinished imports', async () => {
    for (let i = 0; i < 5; i++) await begin({ fingerprint: `file ${i}` })
    const answer = await call(app, ann, 'POST', 'imports', upload())
    expect(answer.json().error).toMatchObject({
      status: 409,
      message: expect.stringContaining('5 unfinished imports'),
    })
  })
})

describe('a file in the archives folder', () => {
  beforeEach(() => addMember(world.ctx, project, root, 'admin'))

  const path = (name: string) => ({ project, origin: 'path', name })

  test('is listed by name and queued when it is chosen', async () => {
    writeFileSync(join(folder, 'RC_2025-01.zst'), zstdCompressSync('{}'))
    writeFileSync(join(folder, '.hidden'), 'x')
    mkdirSync(join(folder, 'inner'), { recursive: true })
    symlinkSync('/etc/passwd', join(folder, 'link.zst'))
    const list = await call(app, root, 'GET', `projects/${project}/archives`)
    expect(list.json()).toEqual({
      data: [{ name: 'RC_2025-01.zst', bytes: zstdCompressSync('{}').length, modifiedAt: expect.any(String) }],
      meta: {},
    })
    const answer = await call(app, root, 'POST', 'imports', path('RC_2025-01.zst'))
    expect(answer.json().data).toMatchObject({
      origin: 'path',
      state: 'waiting',
      bytesTotal: zstdCompressSync('{}').length,
    })
    rmSync(join(folder, 'link.zst'))
  })

  test.each([
    'nowhere.zst',
    '../secret',
    '..',
    '.',
    'inner',
    'inner/../RC_2025-01.zst',
    './RC_2025-01.zst',
    '/etc/passwd',
    'RC_2025-01.zst/',
    'rc_2025-01.ZST',
    '..\\secret',
    '%2e%2e/secret',
    'link.zst',
    '.hidden',
  ])('with the name %s is not found', async (name) => {
    mkdirSync(join(folder, 'inner'), { recursive: true })
    writeFileSync(join(folder, 'RC_2025-01.zst'), 'x')
    writeFileSync(join(folder, '.hidden'), 'x')
    writeFileSync(join(folder, '..', 'secret'), 'x')
    rmSync(join(folder, 'link.zst'), { force: true })
    symlinkSync('../secret', join(folder, 'link.zst'))
    const answer = await call(app, root, 'POST', 'imports', path(name))
    expect(answer.json().error).toMatchObject({ status: 400, message: 'This file is not in the archives folder' })
  })

  test('is refused if it is empty', async () => {
    writeFileSync(join(folder, 'empty.zst'), '')
    expect((await call(app, root, 'POST', 'imports', path('empty.zst'))).json().error.message).toBe('The file is empty')
  })

  test('does not exist if there is no folder', async () => {
    const elsewhere = await appOf({ ...world.ctx, dataDir: mkdtempSync(join(world.ctx.dataDir, 'bare-')) })
    expect((await call(elsewhere, root, 'GET', `projects/${project}/archives`)).json().data).toEqual([])
    await elsewhere.close()
  })
})

describe('an import', () => {
  test('is listed in its project, newest first', async () => {
    const one = await begin({ fingerprint: 'one' })
    const two = await begin({ fingerprint: 'two' })
    const query = `imports?filters[project][id][$eq]=${project}&sort=createdAt:desc`
    const answer = await call(app, mel, 'GET', query)
    expect(answer.json().data.map((row: Import) => row.id)).toEqual([two.id, one.id])
    expect((await call(app, bob, 'GET', 'imports')).json().data).toEqual([])
  })

  test('can be stopped and resumed, and repeating either changes nothing', async () => {
    const { id } = await begin()
    await setState(id, 'running')
    for (let times = 0; times < 2; times++) {
      expect((await call(app, ann, 'PUT', `imports/${id}/stop`)).json().data.state).toBe('stopped')
    }
    for (let times = 0; times < 2; times++) {
      expect((await call(app, ann, 'DELETE', `imports/${id}/stop`)).json().data.state).toBe('uploading')
    }
  })

  test.each(['done', 'failed', 'purging'])('in state %s can be neither stopped nor resumed', async (state) => {
    const { id } = await begin()
    await setState(id, state)
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await call(app, ann, method, `imports/${id}/stop`)).json().error).toMatchObject({
        status: 409,
        message: 'This import has ended',
      })
    }
  })

  test('is purged when deleted, and deleting it again changes nothing', async () => {
    const { id } = await begin()
    const jobs = await jobsOf('purge')
    for (let times = 0; times < 2; times++) {
      expect((await call(app, ann, 'DELETE', `imports/${id}`)).statusCode).toBe(204)
    }
    expect(await jobsOf('purge')).toBe(jobs + 1)
    expect((await call(app, ann, 'GET', `imports/${id}`)).json().data.state).toBe('purging')
    expect((await auditOf(world.ctx, project)).filter((entry) => entry.endsWith('import.delete'))).toHaveLength(1)
  })

  test("of the operator is hidden and can't be changed", async () => {
    const id = world.ctx.id()
    await jobTransaction(world.ctx, (tx) =>
      tx.execute(sql`insert into import (id, name, origin, state, bytes_total, created_at, updated_at)
        values (${id}, 'all.zst', 'command', 'done', 1, now(), now())`),
    )
    expect((await call(app, ann, 'GET', 'imports')).json().data.map((row: Import) => row.name)).not.toContain('all.zst')
    expect((await call(app, ann, 'DELETE', `imports/${id}`)).statusCode).toBe(404)
  })
})

describe('importing is for owners and admins only', () => {
  const forbidden = { status: 403, message: "Your role in this project doesn't allow this" }

  test.each([
    ['a member can only view imports', () => mel, 200],
    ["a client can't view imports either", () => cleo, 403],
  ])('%s', async (_, who, viewStatus) => {
    const { id } = await begin()
    const person = who()
    expect((await call(app, person, 'GET', `imports/${id}`)).statusCode).toBe(viewStatus)
    for (const answer of [
      await call(app, person, 'POST', 'imports', upload()),
      await put(id, 0, Buffer.alloc(chunkBytes), person),
      await call(app, person, 'PUT', `imports/${id}/stop`),
      await call(app, person, 'DELETE', `imports/${id}/stop`),
      await call(app, person, 'DELETE', `imports/${id}`),
      await call(app, person, 'GET', `projects/${project}/archives`),
    ]) {
      expect(answer.json().error).toMatchObject(forbidden)
    }
  })

  test('another user learns nothing about the project', async () => {
    expect((await call(app, bob, 'POST', 'imports', upload())).statusCode).toBe(404)
    expect((await call(app, bob, 'GET', `projects/${project}/archives`)).statusCode).toBe(404)
  })
})
