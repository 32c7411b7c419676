import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { jobTransaction } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { actingAs, type Ctx } from '../ctx.ts'
import { transaction } from '../database/database.ts'
import { deliverMail } from './deliver.ts'
import { letterOf } from './letter.ts'
import type { Message, Outcome } from './mailer.ts'
import { sendMail } from './send-mail.ts'
import { mail } from './tables.ts'

const minute = 60_000
const day = 24 * 60 * minute
const to = 'ann@example.com'
const letter = letterOf({ subject: 'Hello', paragraphs: ['Hello Ann.'] })

let world: World
beforeAll(async () => {
  world = await testWorld()
})
afterEach(async () => {
  await jobTransaction(world.ctx, (tx) => tx.delete(mail))
  world.mails.length = 0
})
afterAll(() => world.close())

const write = (overrides: { to?: string | null; usefulUntil?: Date } = {}) =>
  transaction(world.ctx, (tx) => sendMail(world.ctx, tx, { to, userId: null, ...letter, ...overrides }))
const rows = () => jobTransaction(world.ctx, (tx) => tx.select().from(mail))

/** Builds a worker whose mail server gives these answers in order; the last one repeats. */
function workerWith(...answers: (Outcome | Error)[]): { ctx: Ctx; sent: Message[]; sweep: () => Promise<void> } {
  const sent: Message[] = []
  const send = async (message: Message): Promise<Outcome> => {
    sent.push(message)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (!answer || answer instanceof Error) throw answer
    return answer
  }
  const ctx = { ...actingAs(world.ctx, { kind: 'job', name: 'mail' }), mailer: { send } }
  return { ctx, sent, sweep: () => deliverMail(ctx, null) }
}

test('a mail is sent after the commit, and its text is then deleted', async () => {
  await write()
  expect(world.mails).toEqual([])
  await world.drain()
  expect(world.mails).toEqual([{ id: expect.any(String), to, ...letter, writtenAt: world.clock.now }])
  expect(await rows()).toMatchObject([
    { state: 'sent', tries: 1, bodyText: '', bodyHtml: '', nextTryAt: null, fault: null },
  ])
})

test('the text of a mail without a mail server is kept for a week', async () => {
  await write()
  const { sweep } = workerWith({ state: 'sent', kept: true })
  await sweep()
  world.clock.advance(6 * day)
  await sweep()
  expect(await rows()).toMatchObject([{ state: 'sent', kept: true, bodyText: letter.text, bodyHtml: letter.html }])
  world.clock.advance(day + minute)
  await sweep()
  expect(await rows()).toEqual([])
})

test('a rollback sends nothing', async () => {
  const undone = transaction(world.ctx, async (tx) => {
    await sendMail(world.ctx, tx, { to, userId: null, ...letter })
    throw new Error('changed our mind')
  })
  await expect(undone).rejects.toThrow('changed our mind')
  await world.drain()
  expect(world.mails).toEqual([])
})

test('mail without a recipient queues the same job but writes and sends nothing', async () => {
  await write({ to: null })
  await world.drain()
  expect([world.mails, await rows()]).toEqual([[], []])
})

test('a deferred mail is retried with growing delays and fails after a day', async () => {
  await write()
  const { sent, sweep } = workerWith({ state: 'later', reason: '451 4.7.1' })
  const begin = world.clock.now.getTime()
  const minutes: number[] = []
  for (let passed = 0; passed < 26 * 60; passed++) {
    const before = sent.length
    await sweep()
    if (sent.length > before) minutes.push(passed)
    world.clock.advance(minute)
  }
  expect(minutes.slice(0, 9)).toEqual([0, 1, 3, 8, 18, 38, 78, 138, 198])
  expect(minutes.at(-1)).toBeLessThanOrEqual(24 * 60)
  expect(await rows()).toMatchObject([{ state: 'failed', fault: '451 4.7.1', bodyText: '', bodyHtml: '' }])
  world.clock.now = new Date(begin)
})

test('a mail accepted on the second try is sent once', async () => {
  await write()
  const { sent, sweep } = workerWith({ state: 'later', reason: '450' }, { state: 'sent' })
  for (let each = 0; each < 10; each++) {
    await sweep()
    world.clock.advance(minute)
  }
  expect(sent).toHaveLength(2)
  expect(await rows()).toMatchObject([{ state: 'sent', tries: 2, fault: null }])
})

test('a mail that is refused permanently fails at once', async () => {
  await write()
  const { sent, sweep } = workerWith({ state: 'refused', reason: '550 5.1.1' })
  for (let each = 0; each < 10; each++) {
    await sweep()
    world.clock.advance(10 * minute)
  }
  expect(sent).toHaveLength(1)
  expect(await rows()).toMatchObject([{ state: 'failed', fault: '550 5.1.1', bodyText: '' }])
})

test.each<[string, Outcome | Error]>([
  ['the mail server stops responding after the text', { state: 'unknown', reason: 'ETIMEDOUT' }],
  ['the process dies while sending', new Error('killed')],
])('when %s, the mail is sent again after an hour at the earliest, and three times at most', async (_what, answer) => {
  await write()
  const { sent, sweep } = workerWith(answer)
  const trySweep = () => sweep().catch(() => {})
  await trySweep()
  expect(await rows()).toMatchObject([{ state: 'sending', tries: 1 }])
  world.clock.advance(60 * minute - 1)
  await trySweep()
  expect(sent).toHaveLength(1)
  world.clock.advance(1)
  await trySweep()
  expect(sent).toHaveLength(2)
  for (let hour = 0; hour < 48; hour++) {
    world.clock.advance(60 * minute)
    await trySweep()
  }
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  expect((await rows())[0]).toMatchObject({ state: 'failed', fault: expect.stringContaining('may have been sent') })
})

test('a slow mail server does not delay the next sweep', async () => {
  for (let each = 0; each < 5; each++) await write()
  const { ctx, sent } = workerWith({ state: 'sent' })
  const slow = {
    ...ctx,
    mailer: {
      send: (message: Message) => {
        world.clock.advance(20_000)
        return ctx.mailer.send(message)
      },
    },
  }
  await deliverMail(slow, null)
  expect(sent).toHaveLength(3)
  await deliverMail(slow, null)
  expect(sent).toHaveLength(5)
})

test('concurrent workers with the same job send the mail once', async () => {
  await write()
  const { ctx, sent } = workerWith({ state: 'sent' })
  const [row] = await rows()
  await Promise.all(Array.from({ length: 4 }, () => deliverMail(ctx, { mailId: row?.id ?? '' })))
  expect(sent).toHaveLength(1)
})

test('a mail is not sent after its links expire', async () => {
  await write({ usefulUntil: new Date(world.clock.now.getTime() + 10 * minute) })
  world.clock.advance(10 * minute)
  await world.drain()
  expect(world.mails).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'failed', fault: 'expired', bodyText: '' }])
})

test('the next sweep sends a mail whose job was lost', async () => {
  await write()
  await world.boss.deleteAllJobs('mail')
  await workerWith({ state: 'sent' }).sweep()
  expect(await rows()).toMatchObject([{ state: 'sent' }])
})

test('finished mails are deleted after a week', async () => {
  await write()
  await world.drain()
  world.clock.advance(7 * 24 * 60 * minute)
  await workerWith({ state: 'sent' }).sweep()
  expect(await rows()).toHaveLength(1)
  world.clock.advance(minute)
  await workerWith({ state: 'sent' }).sweep()
  expect(await rows()).toEqual([])
})

test('the web role can write mails but not read them', async () => {
  await write()
  const read = transaction(world.ctx, (tx) => tx.select({ id: mail.id }).from(mail).where(eq(mail.recipient, to)))
  await expect(read).rejects.toMatchObject({ cause: { code: '42501' } })
})

test('logs contain neither the recipient nor the text of a mail', async () => {
  await write()
  await world.drain()
  expect(world.logged.join('\n')).toContain('"msg":"mail"')
  for (const word of [to, 'Hello Ann', 'Hello']) expect(world.logged.join('\n')).not.toContain(word)
})
