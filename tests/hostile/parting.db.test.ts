import { AsyncLocalStorage } from 'node:async_hooks'
import { createConnection } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import type { Database } from '#platform/server/database/database.ts'
import { MailServer } from '#sandbox/mail/mail-server.ts'
import { Mailbox } from '#sandbox/mail/mailbox.ts'
import { ask } from '../support/databases.ts'
import { appOf, call, confirmAddress, type Person, password, setUpProject } from '../support/seed-data.ts'
import { tracesOf } from '../support/traces.ts'
import { identityWrites } from './identity-writes.ts'
import { projectWrites } from './project-writes.ts'
import { inProject, openScene, plainRequest, type Scene, send, type Write } from './scene.ts'

let scene: Scene
/** A server whose requests, once authorized, wait before their first transaction while `gate` is set. */
let interrupted: FastifyInstance
/** The sandbox's mail servers, which accept its mailbox before the first transaction. */
let mail: MailServer
let gate: Gate | null = null

/** Where requests wait for each other, and for what happens once all have arrived or ended. */
class Gate {
  #missing: number
  readonly #opened: Promise<unknown>
  #open: () => void = () => {}

  constructor(requests: number, happens: () => Promise<unknown>) {
    this.#missing = requests
    this.#opened = new Promise<void>((resolve) => {
      this.#open = resolve
    }).then(happens)
  }

  /** Counts a request that arrived, or that ended before. */
  count(): void {
    if (--this.#missing === 0) this.#open()
  }

  wait(): Promise<unknown> {
    return this.#opened
  }
}

/** The request that is being answered. */
const current = new AsyncLocalStorage<{ hasArrived: boolean }>()

beforeAll(async () => {
  scene = await openScene()
  const { ctx } = scene.world
  const run: Database['run'] = async (...args) => {
    const request = current.getStore()
    if (gate && request) {
      if (!request.hasArrived) gate.count()
      request.hasArrived = true
      await gate.wait()
    }
    return ctx.db.run(...args)
  }
  const now = () => ctx.now().getTime()
  mail = await MailServer.open(new Mailbox(null, now), 0, { now })
  const addresses = { url: 'http://127.0.0.1', smtpUrl: mail.url, imapUrl: mail.imap.url }
  interrupted = await appOf({
    ...{ ...ctx, ...scene.services, db: { ...ctx.db, run } },
    sandbox: { mail: addresses, businesses: [] as Sandbox['businesses'] } as Sandbox,
    network: { ...ctx.network, dial: (host, port) => createConnection({ host, port }) },
  })
})
beforeEach(async () => {
  await ask(scene.world.url, 'delete from throttle')
})
afterAll(async () => {
  await interrupted.close()
  await mail.close()
  await scene.close()
})

const writes = { ...identityWrites, ...projectWrites }
type Target = [name: string, endpoint: Endpoint]
const writing: Target[] = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method !== 'GET')
/** They only read, without a transaction. */
const readingNames = [
  'alertPreviewCreate',
  'communityPlaybooksCreate',
  'projectFileChecksCreate',
  'peopleImportPreviewsCreate',
  'mergePreviewsCreate',
]
const aboutProjects = writing.filter(([name]) => Object.hasOwn(projectWrites, name) && !readingNames.includes(name))
const aboutAccounts = writing.filter(([name]) => Object.hasOwn(identityWrites, name) || name === 'projectsCreate')
/** One request of each kind that locks the project's row or waits for it. */
const lockingNames = [
  'projectsUpdate',
  'keywordsUpdate',
  'ownershipPut',
  'notesCreate',
  'importChunkPut',
  'projectsDelete',
]
const locking = aboutProjects.filter(([name]) => lockingNames.includes(name))
const deleted: string[] = []

/** Deleting a project takes longer than most writes, so several lose theirs at once. */
const atOnce = 32
const groupsOf = (targets: readonly Target[]) =>
  Array.from({ length: Math.ceil(targets.length / atOnce) }, (_, i) => {
    const group = targets.slice(i * atOnce, (i + 1) * atOnce)
    return [group.map(([name]) => name).join(', '), group] as const
  })

interface Prepared {
  writes: [Endpoint, Write][]
  /** All users created for the writes, and the projects they own. */
  people: Person[]
  projects: [Person, string][]
}

/** Prepares writes in a new project. */
async function prepared(targets: readonly Target[]): Promise<Prepared> {
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
  const place = inProject({ ...scene, newcomer, owner }, project)
  const requests: Prepared['writes'] = []
  for (const [name, endpoint] of targets) requests.push([endpoint, await writes[name]!(place)])
  const rows = await ask<{ id: string; owner: string }>(
    scene.world.url,
    `select project_id as id, user_id as owner from member where role = 'owner' and user_id = any($1)`,
    [people.map(({ id }) => id)],
  )
  const projects = rows.map((row): [Person, string] => [people.find(({ id }) => id === row.owner)!, row.id])
  return { writes: requests, people, projects }
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
  const { writes, projects } = await prepared([[name, endpoint]])
  const [, write] = writes[0]!
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

/** Sends writes that all lose something after they were authorized. */
async function expectNoFaultAfter(prepared: Prepared['writes'], happens: () => Promise<unknown>): Promise<void> {
  const opened = new Gate(prepared.length, happens)
  gate = opened
  try {
    const arrivals = prepared.map(async ([endpoint, write]) => {
      const request = { hasArrived: false }
      await current.run(request, () => expectNoFault(interrupted, endpoint, write))
      if (!request.hasArrived) opened.count()
      return request.hasArrived
    })
    expect(await Promise.all(arrivals)).toEqual(prepared.map(() => true))
  } finally {
    gate = null
  }
}

test.each(groupsOf(aboutProjects))(
  'if their project was deleted after authorization, these succeed or are refused: %s',
  async (_, group) => {
    const { writes, projects } = await prepared(group)
    await expectNoFaultAfter(writes, async () => {
      await remove(projects)
      await scene.world.drain()
    })
  },
)

test.each(groupsOf(aboutAccounts))(
  'if the account was deleted after authorization, these succeed or are refused: %s',
  async (_, group) => {
    const { writes, people, projects } = await prepared(group)
    await expectNoFaultAfter(writes, async () => {
      await remove(projects)
      for (const { headers } of people) {
        await scene.app.inject({ method: 'DELETE', url: '/api/users/me', headers, payload: { password } })
      }
      await scene.world.drain()
    })
  },
)

test('nothing is left of the deleted projects', async () => {
  expect(deleted.length).toBeGreaterThan(aboutProjects.length / atOnce)
  await scene.world.drain()
  const { url, ctx } = scene.world
  expect(await tracesOf({ url, dataDir: ctx.dataDir }, deleted)).toEqual([])
})
