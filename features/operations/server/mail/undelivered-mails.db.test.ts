import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mailer, Outcome } from '#platform/server/mail/mailer.ts'
import { mail } from '#platform/server/mail/tables.ts'
import { testApp } from '#tests/support/app.ts'
import {
  auditOf,
  call,
  confirmAddress,
  jobTransaction,
  type Person,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { UndeliveredMail } from '../../contract.ts'
import { mailsPerPage } from '../../contract-limits.ts'

let world: World
let app: FastifyInstance
let ann: Person
/** In ADMIN_EMAILS. */
let root: Person
let project: string
let usual: Mailer

beforeAll(async () => {
  const opened = await testApp('ann', 'root')
  ;({ world, app, ann, root } = opened)
  usual = world.ctx.mailer
  await confirmAddress(world.url, root)
  project = await setUpProject(app, ann)
})
beforeEach(async () => {
  Object.assign(world.ctx, { mailer: usual })
  await world.drain()
  await jobTransaction(world.ctx, (tx) => tx.delete(mail))
  world.logged.length = 0
})
afterAll(() => world.close())

const list = async (by: Person, page = 1): Promise<{ mails: UndeliveredMail[]; total: number }> =>
  (await call(app, by, 'GET', `undelivered-mails?page=${page}`)).json().data
const read = (by: Person, id: string | undefined) => call(app, by, 'GET', `undelivered-mails/${id}`)
const forgot = (email: string) => app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
/** Asks for a password mail to Ann, for which a mail server has these answers. */
async function mailAnn(outcome: Outcome): Promise<void> {
  Object.assign(world.ctx, { mailer: { send: async () => outcome } })
  await forgot('ann@example.com')
  await world.drain()
}

test('without a mail server, an admin reads every email, and the log of its recipient’s projects says so', async () => {
  await mailAnn({ state: 'sent', kept: true })
  const { mails, total } = await list(root)
  expect(total).toBe(1)
  expect(mails).toMatchObject([
    { to: 'ann@example.com', subject: 'Reset your password', state: 'kept', reason: null, nextTryAt: null },
  ])
  const { data } = (await read(root, mails[0]?.id)).json()
  const link = /https?:\S+code=[\w-]+/.exec(data.text)?.[0] ?? 'no link'
  expect(data.html).toContain(link)
  expect((await auditOf(world.ctx, project)).at(-1)).toBe(`user:${root.id} mail.read`)
  const code = link.split('code=')[1] ?? 'no code'
  expect(world.logged.filter((line) => line.includes(code))).toEqual([])
})

test('an own email leaves no entry in a log', async () => {
  Object.assign(world.ctx, { mailer: { send: async () => ({ state: 'sent', kept: true }) } })
  await forgot('root@example.com')
  await world.drain()
  const before = await auditOf(world.ctx, project)
  const [own] = (await list(root)).mails
  expect((await read(root, own?.id)).statusCode).toBe(200)
  expect(await auditOf(world.ctx, project)).toEqual(before)
})

test('with a mail server, an admin sees what waits or failed, but not its text', async () => {
  await mailAnn({ state: 'later', reason: '450 4.2.0' })
  await mailAnn({ state: 'refused', reason: '550 5.1.1' })
  await mailAnn({ state: 'sent' })
  const { mails } = await list(root)
  expect(mails).toMatchObject([
    { state: 'failed', reason: '550 5.1.1', nextTryAt: null },
    { state: 'waiting', reason: '450 4.2.0', nextTryAt: '2026-11-20T12:01:00.000Z' },
  ])
  for (const { id } of mails) expect((await read(root, id)).statusCode).toBe(404)
})

test('everyone else gets 404, and so does an admin whose address is not confirmed', async () => {
  await mailAnn({ state: 'sent', kept: true })
  const [kept] = (await list(root)).mails
  expect((await call(app, ann, 'GET', 'undelivered-mails')).statusCode).toBe(404)
  expect((await read(ann, kept?.id)).statusCode).toBe(404)
  world.ctx.adminEmails = ['root@example.com', 'zoe@example.com']
  const zoe = await signUp(app, 'zoe@example.com')
  expect((await call(app, zoe, 'GET', 'undelivered-mails')).statusCode).toBe(404)
  expect((await read(zoe, kept?.id)).statusCode).toBe(404)
  expect((await app.inject('/api/undelivered-mails')).statusCode).toBe(403)
})

test('the list has pages, newest first', async () => {
  const at = world.clock.now
  const rows = Array.from({ length: mailsPerPage + 2 }, (_, index) => ({
    ...{ id: world.ctx.id(), recipient: `reader${index}@example.com`, subject: 'Hello', bodyText: '', bodyHtml: '' },
    ...{ state: 'failed' as const, fault: '550', finishedAt: at, createdAt: at, updatedAt: at },
  }))
  await jobTransaction(world.ctx, (tx) => tx.insert(mail).values(rows))
  const [first, second] = [await list(root), await list(root, 2)]
  expect(first.total).toBe(mailsPerPage + 2)
  expect(first.mails).toHaveLength(mailsPerPage)
  expect(first.mails[0]?.to).toBe(`reader${mailsPerPage + 1}@example.com`)
  expect(second.mails.map(({ to }) => to)).toEqual(['reader1@example.com', 'reader0@example.com'])
  expect((await call(app, root, 'GET', 'undelivered-mails?page=0')).statusCode).toBe(400)
})
