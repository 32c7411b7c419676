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
  const state = { transactions: 0, isDead: false }
  const run: Ctx['db']['run'] = async (...args) => {
    const isNow = state.transactions++ === step
    if (isNow && when === 'before') state.isDead = true
    if (state.isDead) throw new Error('killed')
    const result = await ctx.db.run(...args)
    if (isNow) state.isDead = true
    if (state.isDead) throw new Error('killed')
    return result
  }
  return { state, ctx: { ...ctx, db: { ...ctx.db, run } } }
}

test.each(['before', 'after'] as const)(
  'a kill %s each transaction of sending and reading sends nothing twice and loses nothing',
  async (when) => {
    const ends = new Set<string>()
    for (let step = 0; ; step++) {
      await ask(m.world.url, 'update mailbox set due_at = null, failures = 0')
      const address = `kill${step}@${when}.example.com`
      const { conversation } = await m.write(address)
      const dying = dyingAt(m.ctx, step, when)
      for (const work of [sendMails, readMailboxes]) await work(dying.ctx).catch(() => {})
      m.world.clock.advance(11 * 60_000)
      await m.sendDue()
      await m.readNow()
      await m.readNow()
      const arrived = await m.mail.mailbox.mails(address)
      const [row, ...others] = await m.messages(conversation)
      expect(arrived.length).toBeLessThanOrEqual(1)
      if (arrived.length === 1) {
        expect(row?.state).toBe('confirmed')
        expect(others.map(({ state }) => state)).toEqual(['received'])
      } else expect(row).toMatchObject({ state: 'armed', hold: 'unclear' })
      ends.add(row?.state ?? '')
      await ask(m.world.url, 'delete from conversation where id = $1', [conversation])
      if (!dying.state.isDead) break
    }
    expect([...ends].toSorted()).toEqual(when === 'after' ? ['armed', 'confirmed'] : ['confirmed'])
  },
)
