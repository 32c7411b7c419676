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

/** A worker whose mail server answers so, the last answer to all that follow. */
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

test('a mail is sent once it is committed, and of what is sent no text is kept', async () => {
  await write()
  expect(world.mails).toEqual([])
  await world.drain()
  expect(world.mails).toEqual([{ id: expect.any(String), to, ...letter, writtenAt: world.clock.now }])
  expect(await rows()).toMatchObject([
    { state: 'sent', tries: 1, bodyText: '', bodyHtml: '', nextTryAt: null, fault: null },
  ])
})

test('where the transaction is rolled back nothing is sent', async () => {
  const undone = transaction(world.ctx, async (tx) => {
    await sendMail(world.ctx, tx, { to, userId: null, ...letter })
    throw new Error('changed our mind')
  })
  await expect(undone).rejects.toThrow('changed our mind')
  await world.drain()
  expect(world.mails).toEqual([])
})

test('mail to nobody is as much work, and no mail', async () => {
  await write({ to: null })
  await world.drain()
  expect([world.mails, await rows()]).toEqual([[], []])
})

test('what is not taken is tried again, later each time, for a day', async () => {
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

test('what is taken at the second try is sent once', async () => {
  await write()
  const { sent, sweep } = workerWith({ state: 'later', reason: '450' }, { state: 'sent' })
  for (let each = 0; each < 10; each++) {
    await sweep()
    world.clock.advance(minute)
  }
  expect(sent).toHaveLength(2)
  expect(await rows()).toMatchObject([{ state: 'sent', tries: 2, fault: null }])
})

test('what is refused for good is given up at once', async () => {
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
  ['a mail server falls silent behind the text', { state: 'unknown', reason: 'ETIMEDOUT' }],
  ['the process dies while it sends', new Error('killed')],
])(
  'where %s, the mail may have been sent: not again within an hour, and three times at most',
  async (_what, answer) => {
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
  },
)

test('a mail server that lets everybody wait does not hold up the next sweep', async () => {
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

test('two workers with one job send it once', async () => {
  await write()
  const { ctx, sent } = workerWith({ state: 'sent' })
  const [row] = await rows()
  await Promise.all(Array.from({ length: 4 }, () => deliverMail(ctx, { mailId: row?.id ?? '' })))
  expect(sent).toHaveLength(1)
})

test('a mail whose links have ended is not sent any more', async () => {
  await write({ usefulUntil: new Date(world.clock.now.getTime() + 10 * minute) })
  world.clock.advance(10 * minute)
  await world.drain()
  expect(world.mails).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'failed', fault: 'too late', bodyText: '' }])
})

test('a mail whose job was lost goes out with the next sweep', async () => {
  await write()
  await world.boss.deleteAllJobs('mail')
  await workerWith({ state: 'sent' }).sweep()
  expect(await rows()).toMatchObject([{ state: 'sent' }])
})

test('what is done is forgotten after a week', async () => {
  await write()
  await world.drain()
  world.clock.advance(7 * 24 * 60 * minute)
  await workerWith({ state: 'sent' }).sweep()
  expect(await rows()).toHaveLength(1)
  world.clock.advance(minute)
  await workerWith({ state: 'sent' }).sweep()
  expect(await rows()).toEqual([])
})

test('who answers requests writes mails and reads none', async () => {
  await write()
  const read = transaction(world.ctx, (tx) => tx.select({ id: mail.id }).from(mail).where(eq(mail.recipient, to)))
  await expect(read).rejects.toMatchObject({ cause: { code: '42501' } })
})

test('no log tells where a mail went or what was in it', async () => {
  await write()
  await world.drain()
  expect(world.logged.join('\n')).toContain('"msg":"mail"')
  for (const word of [to, 'Hello Ann', 'Hello']) expect(world.logged.join('\n')).not.toContain(word)
})
