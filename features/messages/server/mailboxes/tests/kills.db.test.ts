import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { ask } from '#tests/support/databases.ts'
import { readMailboxes } from '../../mail-inbox/read-mailboxes.ts'
import { sendMails } from '../../mail-outbox/send-mails.ts'
import { type MailWorld, mailWorld } from './mail-world.ts'

let m: MailWorld
beforeAll(async () => {
  m = await mailWorld()
})
afterAll(() => m.close())

/** Returns a context whose process dies before or after one of its transactions. */
function dyingAt(ctx: Ctx, step: number, when: 'before' | 'after') {
  /** `spoke`: the transactions before which something was written to a mail server. */
  const state = { transactions: 0, isDead: false, isSpeaking: false, spoke: new Set<number>() }
  const run: Ctx['db']['run'] = async (...args) => {
    if (state.isSpeaking) state.spoke.add(state.transactions)
    state.isSpeaking = false
    const isNow = state.transactions++ === step
    if (isNow && when === 'before') state.isDead = true
    if (state.isDead) throw new Error('killed')
    const result = await ctx.db.run(...args)
    if (isNow) state.isDead = true
    if (state.isDead) throw new Error('killed')
    return result
  }
  const dial: Ctx['network']['dial'] = (...args) => {
    const socket = ctx.network.dial(...args)
    const write = socket.write.bind(socket) as (...words: unknown[]) => boolean
    socket.write = (...words: unknown[]) => {
      state.isSpeaking = true
      return write(...words)
    }
    return socket
  }
  return { state, ctx: { ...ctx, db: { ...ctx.db, run }, network: { ...ctx.network, dial } } }
}

/** Sends and reads a mail, and kills this process at this moment. Returns what became of the mail. */
async function runKilled(step: number, when: 'before' | 'after') {
  await ask(m.world.url, 'update mailbox set due_at = null, failures = 0')
  const address = `kill${step}@${when}.example.com`
  const { conversation } = await m.write(address)
  const { state, ctx } = dyingAt(m.ctx, step, when)
  for (const work of [sendMails, readMailboxes]) await work(ctx).catch(() => {})
  m.world.clock.advance(11 * 60_000)
  await m.sendDue()
  await m.readNow()
  await m.readNow()
  const arrived = await m.mail.mailbox.mails(address)
  const [row, ...others] = await m.messages(conversation)
  expect(arrived.length).toBeLessThanOrEqual(1)
  if (arrived.length === 1) {
    expect(row?.state).toBe('confirmed')
    expect(others.map(({ state: each }) => each)).toEqual(['received'])
  } else expect(row).toMatchObject({ state: 'armed', hold: 'unclear' })
  await ask(m.world.url, 'delete from conversation where id = $1', [conversation])
  return { ...state, end: row?.state ?? '' }
}

test('a kill before or after each transaction of sending and reading sends nothing twice and loses nothing', async () => {
  const after = new Set<string>()
  let last: Awaited<ReturnType<typeof runKilled>>
  for (let step = 0; ; step++) {
    last = await runKilled(step, 'after')
    after.add(last.end)
    if (!last.isDead) break
  }
  expect([...after].toSorted()).toEqual(['armed', 'confirmed'])
  // If no server was told anything since, a kill before a transaction is one after the previous transaction.
  expect(last.spoke.size).toBeGreaterThan(3)
  for (const step of [0, ...last.spoke])
    expect(await runKilled(step, 'before')).toMatchObject({ isDead: true, end: 'confirmed' })
})
