import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import {
  call,
  confirmAddress,
  create,
  jobTransaction,
  type Person,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { Destination, DestinationDelivery } from '../../../contract-deliveries.ts'
import { runAlerts } from '../../evaluate-alerts.ts'
import { sendDeliveries } from '../send-deliveries.ts'
import { WebhookReceiver, webhookNetwork } from './webhook-receiver.ts'

export let world: World
export let ctx: Ctx
export let app: FastifyInstance
export let ann: Person
export let project: string
export let receiver: WebhookReceiver
/** The addresses that were dialed. */
export let dialed: string[]

/** Gives each test of a file its own project of Ann's, without alert rules, and a receiver of webhooks. */
export function openWebhooks(): void {
  let port: number
  beforeAll(async () => {
    ;({ world, app } = await testApp())
    receiver = new WebhookReceiver()
    port = await receiver.open()
  })
  beforeEach(async () => {
    await world.restart()
    receiver.forget()
    dialed = []
    Object.assign(world.ctx, { network: webhookNetwork(port, dialed) })
    ctx = actingAs(world.ctx, { kind: 'job', name: 'deliveries' })
    ann = await signUp(app, 'ann@example.com')
    await confirmAddress(world.url, ann)
    project = await setUpProject(app, ann, { keywords: [] })
    await jobTransaction(ctx, (tx) => tx.execute(sql`delete from alert_rule`))
    await world.drain()
    world.mails.length = 0
  })
  afterAll(async () => {
    await world.close()
    receiver.close()
  })
}

interface Hook extends Destination {
  secret: string
}

export async function addHook(address = 'https://tidewell.com/hook?key=k1', name = 'Zap'): Promise<Hook> {
  return (await create(app, ann, 'destinations', { project, name, address })) as Hook
}

/** Adds a webhook, and a rule that sends to it. */
export async function hookWithRule(rule: Record<string, unknown> = {}): Promise<Hook> {
  const hook = await addHook()
  await create(app, ann, 'alert-rules', { project, name: 'Mine', recipients: [], destinations: [hook.id], ...rule })
  return hook
}

export async function run(): Promise<void> {
  await runAlerts(ctx)
  await sendDeliveries(ctx)
  await world.drain()
}

export async function log(id: string): Promise<DestinationDelivery[]> {
  return (await call(app, ann, 'GET', `destinations/${id}/deliveries`)).json().data
}

export async function read(id: string): Promise<Destination> {
  return (await call(app, ann, 'GET', `destinations/${id}`)).json().data
}
