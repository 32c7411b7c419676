import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ownedProjectsMax } from '#platform/server/tenancy/project-limit.ts'
import { ask } from '../support/databases.ts'
import { identityWrites } from './identity-writes.ts'
import { projectWrites } from './project-writes.ts'
import { browserRequest, openScene, type Scene, send, type Write, withNewOwner } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
beforeEach(async () => {
  const { url } = scene.world
  await ask(url, 'delete from throttle')
  const owned = await ask(url, "select from member where role = 'owner' and user_id = $1", [scene.owner.id])
  // Many writes create a project of the owner. A test creates few of them.
  if (owned.length > ownedProjectsMax / 2) scene = await withNewOwner(scene)
})
afterAll(() => scene.close())

const writes = { ...identityWrites, ...projectWrites }
const writing = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method !== 'GET')

let submissions = 0
/** Returns a submission from one of our pages, with a new idempotency key. */
function asSent(endpoint: Endpoint, write: Write) {
  const request = browserRequest(endpoint, write, 'http://localhost:3000')
  return { ...request, headers: { ...request.headers, 'idempotency-key': `submission-${++submissions}` } }
}

/** Sends a request several times at once. Returns the statuses and the change in each table's row count. */
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

/** Tables that may change twice, because the extra rows have no effect or are replaced. */
const repeated: Record<string, readonly string[]> = {
  // Two sign-ins are two sessions, as in two tabs. The later one sets the cookie.
  login: ['public.session'],
  // Only the code in the newer mail is valid, and five are sent per hour.
  forgotPassword: ['public.mail', 'pgboss.job'],
  sendEmailConfirmation: ['public.mail', 'pgboss.job'],
  pendingIdentityEmail: ['public.mail', 'pgboss.job'],
  passwordMailCreate: ['public.mail', 'pgboss.job'],
  adminConfirmationCreate: ['public.mail', 'pgboss.job', 'public.admin_action'],
  // Both set the same value, and both are in the log of admins.
  adminFlagsPut: ['public.admin_action'],
  // The second job finds no mail to send, which the response must not reveal.
  collectEmail: ['pgboss.job'],
  // Only the attempt that is followed links an account. The other expires.
  linkStart: ['public.social_attempt'],
  redditAccountsConnect: ['public.reddit_connecting'],
  mailboxConsentCreate: ['public.mailbox_connecting'],
  // Each challenge is used once or expires.
  twoFactorCreate: ['public.challenge'],
  passkeyChallengeCreate: ['public.challenge'],
  passkeyRegistrationCreate: ['public.challenge'],
  // Only the link in the newer mail is valid. Both resends are in the audit log.
  invitationPut: ['public.mail', 'pgboss.job', 'public.audit_entry'],
  // The second job finds nothing left to read.
  communityProfilesCreate: ['pgboss.job'],
  // The second changes only the counts of its source, which it announces.
  itemsPush: ['public.event'],
  // Both set the same value: one reminder with two audit entries.
  reminderPut: ['public.audit_entry'],
  // The provider accepts the same change twice, and charges it once.
  planChange: ['public.audit_entry', 'public.event'],
  subscriptionResume: ['public.audit_entry', 'public.event'],
}

function without(changes: Record<string, number>, tables: readonly string[]): Record<string, number> {
  return Object.fromEntries(Object.entries(changes).filter(([table]) => !tables.includes(table)))
}

test.each(writing)('%s sent twice at once has one effect', async (name, endpoint) => {
  const prepare = writes[name]!
  const allowed = repeated[name] ?? []
  const first = await effectOf(endpoint, await prepare(scene), 1)
  const twice = await effectOf(endpoint, await prepare(scene), 2)
  const effect = without(twice.changes, allowed)
  const isAlike = isDeepStrictEqual(effect, without(first.changes, allowed))
  // The first call may create rows that exist from then on, so a later one is compared too.
  const once = isAlike ? first : await effectOf(endpoint, await prepare(scene), 1)
  expect(effect).toEqual(without(once.changes, allowed))
  expect(twice.statuses).toContain(once.statuses[0])
  if (once.statuses[0]! < 500) for (const status of twice.statuses) expect(status).toBeLessThan(500)
})

test('two users who send the same request at once are not deduplicated', async () => {
  const [ann, bob] = await Promise.all([scene.newcomer(), scene.newcomer()])
  const answers = await Promise.all(
    [ann, bob].map((by) => send(scene, asSent(endpoints.projectsCreate, { by, body: { data: { name: 'Same' } } }))),
  )
  expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(2)
})
