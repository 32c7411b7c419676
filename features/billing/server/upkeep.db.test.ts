import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { account, event, paddleAdjustment, seedBilling, sendEvent } from './factories.ts'
import { asProvider } from './reports/report.ts'
import { deleteOldBilling } from './upkeep.ts'

const day = 24 * 60 * 60 * 1000

let world: World
let send: (sent: ReturnType<typeof event>) => Promise<unknown>
let project: string
beforeAll(async () => {
  const opened = await testApp('ann')
  world = opened.world
  Object.assign(world.ctx, { billing: 'paddle', paddle: account })
  project = await setUpProject(opened.app, opened.ann)
  await seedBilling(world.ctx, project, opened.ann.id)
  send = (sent) => sendEvent(opened.app, world.clock.now, sent)
})
afterAll(() => world.close())

test('events, counts, and credits are deleted once nobody needs them, and bodies of waiting events earlier', async () => {
  const later = async (days: number) => {
    world.clock.advance(days * day)
    await deleteOldBilling(asProvider(world.ctx))
    const [row] = await ask(
      world.url,
      `select (select jsonb_agg(jsonb_build_object('outcome', outcome, 'hasBody', body is not null) order by id)
        from billing_event) as events,
        (select count(*)::int from message_count) as counts, (select count(*)::int from credit_entry) as credits`,
    )
    return row
  }
  await send(event('customer.created', 1, { id: 'ctm_1' }))
  await send(event('adjustment.created', 2, paddleAdjustment({ transaction_id: 'txn_of_another_product' })))
  const ignored = { outcome: 'ignored', hasBody: false }
  const kept = { counts: 1, credits: 1 }
  expect(await later(6)).toEqual({ events: [ignored, { outcome: 'waiting', hasBody: true }], ...kept })
  expect(await later(2)).toEqual({ events: [ignored, { outcome: 'unknown', hasBody: false }], ...kept })
  expect(await later(84)).toEqual({ events: null, counts: 0, credits: 1 })
  expect(await later(2 * 365)).toEqual({ events: null, counts: 0, credits: 0 })
})
