import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ask } from '../support/testing-databases.ts'
import { identityWrites } from './testing-identity-writes.ts'
import { browserRequest, openScene, type Scene, send, type Write } from './testing-scene.ts'
import { projectWrites } from './testing-writes.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
beforeEach(async () => {
  await ask(scene.world.url, 'delete from throttle')
})
afterAll(() => scene.close())

const writes = { ...identityWrites, ...projectWrites }
const writing = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method !== 'GET')

let submissions = 0
/** A submission as one of our pages sends it, with a key of its own. */
function asSent(endpoint: Endpoint, write: Write) {
  const request = browserRequest(endpoint, write, 'http://localhost:3000')
  return { ...request, headers: { ...request.headers, 'idempotency-key': `submission-${++submissions}` } }
}

/** Sends a request so many times at once; answers the statuses and how many rows each table has more or fewer. */
async function effectOf(endpoint: Endpoint, write: Write, times: number) {
  const before = await scene.contents()
  const request = asSent(endpoint, write)
  const answers = await Promise.all(Array.from({ length: times }, () => send(scene, request)))
  const after = await scene.contents()
  const changes = Object.entries(after).map(
    ([table, { count }]) => [table, count - (before[table]?.count ?? 0)] as const,
  )
  return {
    statuses: answers.map(({ statusCode }) => statusCode).toSorted(),
    changes: Object.fromEntries(changes.filter(([, change]) => change !== 0)),
  }
}

/** What may be there twice: nothing that counts, and what the first of the two is no longer good for. */
const repeated: Record<string, readonly string[]> = {
  // Two sign-ins are two sessions, as in two tabs; the cookie is the later one's.
  login: ['public.session'],
  // Of the codes in two mails the newer one is good, and five are sent an hour.
  forgotPassword: ['public.mail', 'pgboss.job'],
  sendEmailConfirmation: ['public.mail', 'pgboss.job'],
  pendingIdentityEmail: ['public.mail', 'pgboss.job'],
  passwordMailCreate: ['public.mail', 'pgboss.job'],
  // The job of the second finds no mail, which nobody is to be told.
  collectEmail: ['pgboss.job'],
  // Of two ways to a provider the one that is gone links an account; the other ends by itself.
  linkStart: ['public.social_attempt'],
  redditAccountsConnect: ['public.reddit_connecting'],
  // The link of the newer mail is good. Who sent it again twice is written down twice.
  invitationPut: ['public.mail', 'pgboss.job', 'public.audit_entry'],
  // Whoever comes second finds nothing left to read.
  communityProfilesCreate: ['pgboss.job'],
  // Set to what it was set to: one reminder, of which two entries tell.
  reminderPut: ['public.audit_entry'],
}

function without(changes: Record<string, number>, tables: readonly string[]): Record<string, number> {
  return Object.fromEntries(Object.entries(changes).filter(([table]) => !tables.includes(table)))
}

test.each(writing)('%s sent twice at once has one effect', async (name, endpoint) => {
  const prepare = writes[name]!
  // What is made the first time in a project is there from now on.
  await effectOf(endpoint, await prepare(scene), 1)
  const once = await effectOf(endpoint, await prepare(scene), 1)
  const twice = await effectOf(endpoint, await prepare(scene), 2)
  const allowed = repeated[name] ?? []
  expect(without(twice.changes, allowed)).toEqual(without(once.changes, allowed))
  expect(twice.statuses).toContain(once.statuses[0])
  if (once.statuses[0]! < 500) for (const status of twice.statuses) expect(status).toBeLessThan(500)
})

test('two people who say the same at once are two', async () => {
  const [ann, bob] = await Promise.all([scene.newcomer(), scene.newcomer()])
  const answers = await Promise.all(
    [ann, bob].map((by) => send(scene, asSent(endpoints.projectsCreate, { by, body: { data: { name: 'Same' } } }))),
  )
  expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(2)
})
