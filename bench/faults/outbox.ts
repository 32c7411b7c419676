import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { runCampaigns } from '#features/messages/server/campaigns/run-campaigns.ts'
import { readInboxes } from '#features/messages/server/inbox/read-inboxes.ts'
import { sendMessages } from '#features/messages/server/outbox/send-messages.ts'
import { faultsOf } from '#features/messages/server/outbox/tests/outbox-invariants.ts'
import { type OutboxWorld, outboxIn } from '#features/messages/server/outbox/tests/outbox-world.ts'
import { openLog } from '#platform/server/log.ts'
import { ask } from '#tests/support/databases.ts'
import { CrashableProcess } from '#tests/support/faults.ts'
import { appOf, seedSubscription, signUp } from '#tests/support/seed-data.ts'
import { withBenchDatabase } from '../database.ts'

const minute = 60_000
const hour = 60 * minute
const limits = { hourlyMost: 30, dailyMost: 500 }
/** Reddit's answers while the runs are under way: acted or not, in time or never. */
const behaviours = ['well', 'well', 'drop', 'fail', 'broken', 'busy', 'patience'] as const
const zones = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Etc/GMT+12'] as const
/** A run dies at one of so many moments, unless it ends before. */
const momentsMost = 600

/**
 * Starts a thousand runs of the outbox, a hundred at the same time, and kills most of them in the middle, while Reddit
 * loses answers, the clock jumps, and time zones and plans change. Then lets the rest be sent in peace, and counts. Fails
 * if a limit was exceeded, a person got a message twice, or a message was lost.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      runs: { type: 'string', default: '1000' },
      people: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [runs = 0, people = 0, seed = 0] = [values.runs, values.people, values.seed].map(Number)
  if (![runs, people, seed].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench outbox: --runs, --people, and --seed must be positive whole numbers\n')
    return 2
  }
  return withBenchDatabase(async ({ ctx: open, url }) => {
    const clock = {
      now: new Date('2026-11-23T09:00:00Z'),
      advance: (ms: number) => {
        clock.now = new Date(clock.now.getTime() + ms)
      },
    }
    const silent = openLog('silent', { process: 'bench' })
    const ctx = { ...open, log: silent, now: () => clock.now, id: (at = clock.now) => v7({ msecs: at.getTime() }) }
    const app = await appOf(ctx)
    const ann = await signUp(app, 'ann@example.com')
    const world = { ctx, clock, url, close: () => app.close() }
    const outbox = await outboxIn({ world, app, ann }, { crowd: people })
    try {
      return await measure(outbox, { runs, people, random: randomOf(seed) })
    } finally {
      await outbox.close()
    }
  })
}

interface Measured {
  runs: number
  people: number
  random: (most: number) => number
}

async function measure(outbox: OutboxWorld, { runs, people, random }: Measured): Promise<number> {
  const { clock, url } = outbox.world
  const { targets, accounts, subscriptions } = await furnish(outbox, people)
  const begun = performance.now()
  let killed = 0
  for (let left = runs; left > 0; left -= 100) {
    await outbox.reddit.tell('behaviour', { behaviour: behaviours[random(behaviours.length)], path: '/api/compose' })
    await ask(url, 'update project set time_zone = $1', [zones[random(zones.length)]])
    await ask(url, 'update subscription set main_product_name = $2, main_product_id = $3 where id = $1', [
      subscriptions[random(subscriptions.length)],
      ...(random(2) === 0 ? ['Startup', 'pro_startup'] : ['Professional', 'pro_professional']),
    ])
    const deaths = await Promise.all(Array.from({ length: Math.min(left, 100) }, () => runOnce(outbox, random)))
    killed += deaths.filter(Boolean).length
    clock.advance(random(5) === 0 ? -20 * minute : 11 * minute + random(hour))
  }
  const seconds = (performance.now() - begun) / 1000
  await outbox.reddit.tell('behaviour', { behaviour: 'well' })
  const hours = await settle(outbox)
  const found = await count(outbox, { targets, accounts })
  const { sent, refused, waiting, twice, unknown, beyond } = found
  process.stdout.write(
    `outbox: ${runs} runs, 100 at the same time, ${killed} of them killed, in ${seconds.toFixed(0)} s; ` +
      `the rest settled in ${hours} simulated hours\n` +
      `messages: ${sent} sent, ${refused} refused, ${waiting} lost; people: ${people}, ${twice} messaged twice, ` +
      `${unknown} reached without a record; limits passed: ${beyond.length}\n`,
  )
  for (const fault of beyond) process.stderr.write(`bench outbox: ${fault}\n`)
  return waiting + twice + unknown + beyond.length === 0 && sent + refused > 0 ? 0 : 1
}

/** Five projects that share two accounts. Every other person is written to by two of them. */
async function furnish(outbox: OutboxWorld, people: number) {
  const projects: string[] = []
  const subscriptions: string[] = []
  const accounts: { project: string; account: string }[] = []
  for (let at = 0; at < 5; at++) {
    const project = await outbox.project()
    projects.push(project)
    accounts.push({ project, account: await outbox.connect(project, at < 3 ? 'wilma' : 'bruno') })
    subscriptions.push(
      await seedSubscription(outbox.world.ctx, project, {
        mainProductName: 'Professional',
        mainProductId: 'pro_professional',
      }),
    )
  }
  const targets = Array.from({ length: people }, (_, at) => `crowd_${at}`)
  for (const [at, to] of targets.entries()) {
    await outbox.queue(projects[at % 5] ?? '', to)
    if (at % 2 === 0) await outbox.queue(projects[(at + 1) % 5] ?? '', to.toUpperCase())
  }
  return { targets, accounts, subscriptions }
}

/** Runs the jobs once as a worker that may die. Returns whether it did. */
async function runOnce({ ctx }: OutboxWorld, random: (most: number) => number): Promise<boolean> {
  const fatal = 1 + random(momentsMost)
  const worker = new CrashableProcess({ ...ctx, billing: 'paddle' }, (moment) => moment.count === fatal)
  const work = async () => {
    if (random(4) === 0) await readInboxes(worker.ctx)
    if (random(4) === 0) await runCampaigns(worker.ctx)
    await sendMessages(worker.ctx)
  }
  await work().catch((error: unknown) => {
    if (!worker.isDead) throw error
  })
  return worker.isDead
}

/** Lets time pass until nothing waits. Returns the number of hours. */
async function settle({ world: { clock, url }, ctx }: OutboxWorld): Promise<number> {
  const begun = clock.now.getTime()
  for (let hours = 0; hours < 24 * 14; hours++) {
    clock.advance(hour)
    await readInboxes(ctx)
    await sendMessages(ctx)
    const [row] = await ask<{ left: number }>(
      url,
      `select count(*)::int as left from message where direction = 'out' and state in ('queued', 'deferred', 'armed')`,
    )
    if (row?.left === 0) break
  }
  return Math.round((clock.now.getTime() - begun) / hour)
}

async function count(
  outbox: OutboxWorld,
  { targets, accounts }: { targets: readonly string[]; accounts: readonly { project: string; account: string }[] },
) {
  const { url } = outbox.world
  // An account lists what all of its projects sent.
  const lists = [accounts[0], accounts.at(-1)].filter((each) => each !== undefined)
  const delivered = (await Promise.all(lists.map((each) => outbox.delivered(each.project, each.account)))).flat()
  const reached = targets.map((to) => delivered.filter((each) => each.to.toLowerCase() === to).length)
  const states = await ask<{ state: string; count: number }>(
    url,
    // What another project sent is in the conversations of all that have the account.
    `select case when state in ('sent', 'confirmed') then 'sent' when state = 'refused' then state else 'waiting' end
       as state, count(*)::int from message where direction = 'out' and created_by is not null group by 1`,
  )
  const of = (state: string) => states.find((each) => each.state === state)?.count ?? 0
  const total = reached.reduce((sum, times) => sum + times, 0)
  return {
    ...{ sent: of('sent'), refused: of('refused'), waiting: of('waiting') },
    twice: reached.filter((times) => times > 1).length,
    unknown: Math.max(0, total - of('sent')) + Math.max(0, of('sent') - total),
    beyond: await faultsOf(url, limits),
  }
}

/** Returns a function that returns whole numbers from 0 to below `most`, the same ones for the same seed. */
function randomOf(seed: number): (most: number) => number {
  const next = pseudoRandom(seed)
  return (most) => Math.floor(next() * most)
}
