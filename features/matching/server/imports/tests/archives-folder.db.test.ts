import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import {
  addMember,
  appOf,
  call,
  confirmAddress,
  create,
  jobTransaction,
  type Person,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'

/** Three installations on one database: two on localhost, with and without a server admin, and one on the internet. */
let world: World
let withAdmin: FastifyInstance
let withoutAdmin: FastifyInstance
let onInternet: FastifyInstance
let ann: Person
let adam: Person
let root: Person
let impostor: Person
let project: string

beforeAll(async () => {
  world = await testWorld()
  mkdirSync(join(world.ctx.dataDir, 'archives'), { recursive: true })
  const installation = (changes: Partial<Ctx>) => appOf({ ...world.ctx, ...changes })
  withAdmin = await installation({ adminEmails: ['root@example.com', 'claimed@example.com'] })
  withoutAdmin = await installation({ adminEmails: [] })
  onInternet = await installation({ adminEmails: [], publicUrl: 'https://leads.example.com' })
  ann = await signUp(withAdmin, 'ann@example.com')
  adam = await signUp(withAdmin, 'adam@example.com')
  root = await signUp(withAdmin, 'root@example.com')
  impostor = await signUp(withAdmin, 'claimed@example.com')
  for (const person of [ann, adam, root]) await confirmAddress(world.url, person)
  project = await setUpProject(withAdmin, ann)
  for (const person of [adam, root, impostor]) await addMember(world.ctx, project, person, 'admin')
})

afterAll(async () => {
  for (const app of [withAdmin, withoutAdmin, onInternet]) await app.close()
  await world.close()
  rmSync(world.ctx.dataDir, { recursive: true, force: true })
})

let files = 0

/** Creates a file in the folder and returns its name. */
function archive(): string {
  const name = `posts-${++files}.ndjson`
  writeFileSync(join(world.ctx.dataDir, 'archives', name), `{"number": ${files}}`)
  return name
}

const refusal = { status: 403, message: expect.stringContaining('Only admins of this server') }

test.each<[string, () => FastifyInstance, () => Person, boolean]>([
  ['a confirmed server admin can', () => withAdmin, () => root, true],
  ["an owner can't if the server has an admin", () => withAdmin, () => ann, false],
  ["an account with an unconfirmed admin address can't", () => withAdmin, () => impostor, false],
  ['an owner on a local server without an admin can', () => withoutAdmin, () => ann, true],
  ["a project admin on a local server without an admin can't", () => withoutAdmin, () => adam, false],
  ["an owner on a public server without an admin can't", () => onInternet, () => ann, false],
])('%s list the folder and import from it', async (_, installation, who, expected) => {
  const [app, person, name] = [installation(), who(), archive()]
  const access = await call(app, person, 'GET', `projects/${project}/access`)
  expect(access.json().data.archivesFolder).toBe(expected)
  const list = await call(app, person, 'GET', `projects/${project}/archives`)
  const begun = await call(app, person, 'POST', 'imports', { project, origin: 'path', name })
  if (expected) {
    expect(list.json().data).toContainEqual(expect.objectContaining({ name }))
    expect(begun.statusCode).toBe(201)
  } else {
    for (const answer of [list, begun]) expect(answer.json().error).toMatchObject(refusal)
  }
})

test("a user without access to the folder can't resume an admin's import from it, even by fingerprint", async () => {
  const name = archive()
  const { id } = await create(withAdmin, root, 'imports', { project, origin: 'path', name })
  await call(withAdmin, root, 'PUT', `imports/${id}/stop`)
  const { rows } = await jobTransaction(world.ctx, (tx) =>
    tx.execute<{ fingerprint: string }>(sql`select fingerprint from import where id = ${id}`),
  )
  const upload = { project, origin: 'upload', name, bytesTotal: 1, fingerprint: rows[0]!.fingerprint }
  expect((await call(withAdmin, ann, 'DELETE', `imports/${id}/stop`)).json().error).toMatchObject(refusal)
  expect((await call(withAdmin, ann, 'POST', 'imports', upload)).json().error).toMatchObject(refusal)
  expect((await call(withAdmin, root, 'DELETE', `imports/${id}/stop`)).json().data.state).toBe('waiting')
})

test.each<[string, () => FastifyInstance, () => Person]>([
  ['a server admin', () => withAdmin, () => root],
  ['an owner on a server without an admin', () => withoutAdmin, () => ann],
])('an API token of %s imports from the folder only with write access', async (_, installation, who) => {
  const app = installation()
  const tokenOf = async (scope: 'read' | 'write'): Promise<Person> => {
    const { data } = (await call(app, who(), 'POST', 'api-tokens', { project, name: scope, scope })).json()
    return { ...who(), headers: { authorization: `Bearer ${data.token}` } }
  }
  const [reading, writing] = [await tokenOf('read'), await tokenOf('write')]
  const file = () => ({ project, origin: 'path', name: archive() })
  const refused = await call(app, reading, 'POST', 'imports', file())
  expect(refused.json().error).toMatchObject({ status: 403, message: 'This API token is read-only' })
  expect((await call(app, writing, 'POST', 'imports', file())).statusCode).toBe(201)
})
