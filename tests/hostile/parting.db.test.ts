import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/server/database/database.ts'
import { ask } from '../support/databases.ts'
import { silentReddit } from '../support/reddit-answers.ts'
import { appOf, call, confirmAddress, type Person, password, setUpProject } from '../support/seed-data.ts'
import { tracesOf } from '../support/traces.ts'
import { identityWrites } from './identity-writes.ts'
import { projectWrites } from './project-writes.ts'
import { inProject, openScene, plainRequest, type Scene, send, type Write } from './scene.ts'

let scene: Scene
/** A server that can run a callback between authorizing a request and its first transaction. */
let interrupted: FastifyInstance
let happens: (() => Promise<unknown>) | null = null
beforeAll(async () => {
  scene = await openScene()
  const { ctx } = scene.world
  const run: Database['run'] = async (...args) => {
    const now = happens
    happens = null
    await now?.()
    return ctx.db.run(...args)
  }
  interrupted = await appOf({ ...ctx, db: { ...ctx.db, run }, signIn: scene.outside.apps, reddit: silentReddit })
})
beforeEach(async () => {
  await ask(scene.world.url, 'delete from throttle')
})
afterAll(async () => {
  await interrupted.close()
  await scene.close()
})

const writes = { ...identityWrites, ...projectWrites }
const writing = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method !== 'GET')
/** They only read, without a transaction. */
const readingNames = ['alertPreviewCreate', 'projectFileChecksCreate']
const aboutProjects = writing.filter(([name]) => Object.hasOwn(projectWrites, name) && !readingNames.includes(name))
const aboutAccounts = writing.filter(([name]) => Object.hasOwn(identityWrites, name) || name === 'projectsCreate')
/** One request of each kind that locks the project's row or waits for it. */
const lockingNames = [
  'projectsUpdate',
  'archivePut',
  'keywordsUpdate',
  'membersUpdate',
  'ownershipPut',
  'replyPut',
  'notesCreate',
  'importChunkPut',
  'projectsDelete',
]
const locking = aboutProjects.filter(([name]) => lockingNames.includes(name))
const deleted: string[] = []

/** Prepares a write, and returns it with all users created for it and the projects they own. */
async function prepared(name: string): Promise<{ write: Write; people: Person[]; projects: [Person, string][] }> {
  const people: Person[] = []
  await scene.world.drain()
  const newcomer = async () => {
    const person = await scene.newcomer()
    people.push(person)
    return person
  }
  const owner = await newcomer()
  await confirmAddress(scene.world.url, owner)
  const project = await setUpProject(scene.app, owner, { name: scene.word(), keywords: [] })
  const write = await writes[name]!(inProject({ ...scene, newcomer, owner }, project))
  const rows = await ask<{ id: string; owner: string }>(
    scene.world.url,
    `select project_id as id, user_id as owner from member where role = 'owner' and user_id = any($1)`,
    [people.map(({ id }) => id)],
  )
  const projects = rows.map((row): [Person, string] => [people.find(({ id }) => id === row.owner)!, row.id])
  return { write, people, projects }
}

const faults = () => scene.world.logged.filter((line) => /"level":(50|60)/.test(line))

/** Sends a write and expects success or a refusal, never an error. */
async function expectNoFault(app: FastifyInstance, endpoint: Endpoint, write: Write): Promise<void> {
  const before = faults().length
  const { body, statusCode } = await send({ ...scene, app }, plainRequest(endpoint, write))
  expect(faults().slice(before)).toEqual([])
  expect([body, statusCode < 500]).toEqual([body, true])
}

async function remove(projects: readonly [Person, string][]): Promise<void> {
  for (const [owner, id] of projects) {
    expect((await call(scene.app, owner, 'DELETE', `projects/${id}`)).statusCode).toBe(204)
    deleted.push(id)
  }
}

async function waitingForLocks(): Promise<number> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await ask(scene.world.url, waiting)).length
}

test.each(locking)('%s succeeds or is refused while its project is deleted', async (name, endpoint) => {
  const { write, projects } = await prepared(name)
  // The deletions wait for the row, so the write is authorized before anything is deleted.
  const client = new pg.Client({ connectionString: scene.world.url })
  await client.connect()
  await client.query('begin')
  await client.query('select from project where id = any($1) for no key update', [projects.map(([, id]) => id)])
  const deletions = Promise.allSettled(projects.map((each) => remove([each])))
  const patience = { timeout: 20_000 }
  await vi.waitFor(async () => expect(await waitingForLocks()).toBe(projects.length), patience)
  let isOver = false
  const written = expectNoFault(scene.app, endpoint, write).finally(() => {
    isOver = true
  })
  await vi.waitFor(async () => expect(isOver || (await waitingForLocks()) > projects.length).toBe(true), patience)
  await client.query('commit')
  await client.end()
  await written
  const outcomes = (await deletions).filter(({ status }) => status === 'rejected')
  // The second of two deletions gets a 404, and a deletion after a transfer of ownership is refused.
  expect(outcomes.length).toBeLessThanOrEqual(['projectsDelete', 'ownershipPut'].includes(name) ? 1 : 0)
})

test.each(aboutProjects)(
  '%s succeeds or is refused if its project was deleted after authorization',
  async (name, endpoint) => {
    const { write, projects } = await prepared(name)
    happens = async () => {
      await remove(projects)
      await scene.world.drain()
    }
    await expectNoFault(interrupted, endpoint, write)
    expect(happens).toBeNull()
  },
)

test.each(aboutAccounts)(
  '%s succeeds or is refused if the account was deleted after authorization',
  async (name, endpoint) => {
    const { write, people, projects } = await prepared(name)
    happens = async () => {
      await remove(projects)
      for (const { headers } of people) {
        await scene.app.inject({ method: 'DELETE', url: '/api/users/me', headers, payload: { password } })
      }
      await scene.world.drain()
    }
    await expectNoFault(interrupted, endpoint, write)
    expect(happens).toBeNull()
  },
)

test('nothing is left of the deleted projects', async () => {
  expect(deleted.length).toBeGreaterThan(aboutProjects.length)
  await scene.world.drain()
  const { url, ctx } = scene.world
  expect(await tracesOf({ url, dataDir: ctx.dataDir }, deleted)).toEqual([])
})
