import { parseArgs } from 'node:util'
import { buildApp } from '#app/http.ts'
import { register } from '#features/accounts/server/register.ts'
import {
  account,
  event,
  paddleAdjustment,
  paddleSubscription,
  paddleTransaction,
  type SentEvent,
  seedCheckout,
  signatureOf,
} from '#features/billing/server/factories.ts'
import { finishBackfill, setUpProject } from '#tests/support/seed-data.ts'
import { type BenchDatabase, withBenchDatabase } from '../database.ts'
import { quantile } from '../quantiles.ts'

/** The provider waits this long for an answer, and sends the event again without one. */
const patienceMs = 5000
const copies = 100
const inFlight = 20

/** Posts one event over HTTP. Returns the milliseconds until its answer. Throws unless that is 200. */
type Post = (sent: SentEvent) => Promise<number>

/**
 * Measures billing events over HTTP: copies of one event in parallel, which may take effect once; every order of six
 * events, which all have to end in the same state; and events of many subscriptions in parallel. Fails if a state
 * differs or an answer takes longer than the provider waits.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { rounds: { type: 'string', default: '10' }, subscriptions: { type: 'string', default: '200' } },
  })
  const [rounds, subscriptions] = [Number(values.rounds), Number(values.subscriptions)]
  if (![rounds, subscriptions].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench webhooks: --rounds and --subscriptions must be positive whole numbers\n')
    return 2
  }
  return withBenchDatabase(async (database) => {
    Object.assign(database.ctx, { billing: 'paddle', paddle: account })
    const { project, post, close } = await openProduct(database)
    const results = [
      await measureCopies(database, project, post, rounds),
      await measureOrders(database, project, post),
      await measureLoad(database, project, post, subscriptions),
    ]
    await close()
    return results.every(Boolean) ? 0 : 1
  })
}

async function openProduct({ ctx }: BenchDatabase): Promise<{ project: string; post: Post; close(): Promise<void> }> {
  const app = await buildApp(ctx, { webRoot: null, roles: ['web'], version: 'bench', trustProxy: false })
  const email = 'bench@example.com'
  const { jwt, user } = await register(ctx, { email, password: 'a long enough one', address: '' })
  const owner = { id: user.id, email, jwt, headers: { authorization: `Bearer ${jwt}` } }
  const project = await setUpProject(app, owner)
  await finishBackfill(ctx, project)
  const address = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/paddle/webhooks`
  const post: Post = async (sent) => {
    const body = JSON.stringify(sent)
    const headers = { 'content-type': 'application/json', 'paddle-signature': signatureOf(body, ctx.now()) }
    const begun = performance.now()
    const answer = await fetch(address, { method: 'POST', headers, body })
    await answer.text()
    if (answer.status !== 200) throw new Error(`the webhook answered ${answer.status}`)
    return performance.now() - begun
  }
  return { project, post, close: () => app.close() }
}

/** Sends copies of one event at the same time, and counts the passes that they gave. */
async function measureCopies({ ctx, owner }: BenchDatabase, project: string, post: Post, rounds: number) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const checkout = await seedCheckout(ctx, project)
    const data = paddleTransaction({ id: `txn_copy_${round}`, custom_data: { checkout } }, 'pass')
    const sent = event('transaction.completed', 1, data)
    times.push(...(await Promise.all(Array.from({ length: copies }, () => post(sent)))))
  }
  const { rows } = await owner.query<{ passes: number }>('select count(*)::int as passes from purchase')
  const passes = rows[0]?.passes ?? 0
  return report(`${copies} copies in parallel, ${rounds} times: ${passes} effects`, times, passes === rounds)
}

async function measureOrders({ ctx, owner }: BenchDatabase, project: string, post: Post) {
  const times: number[] = []
  const ends = new Map<string, number>()
  const orders = permutations([0, 1, 2, 3, 4, 5])
  for (const [number, order] of orders.entries()) {
    const checkout = await seedCheckout(ctx, project)
    const sent = lifeOf(`order_${number}`, checkout)
    for (const index of order) times.push(await post(sent[index]!))
    const { rows } = await owner.query(
      `select c.state, s.status, s.scheduled_change_action, p.status as paid, a.status as refund
      from checkout c
      left join subscription s on s.checkout_id = c.id
      left join payment p on p.provider_id = $2
      left join payment_adjustment a on a.project_id = p.project_id and a.payment_id = p.id
      where c.id = $1`,
      [checkout, `txn_order_${number}`],
    )
    const end = JSON.stringify(rows)
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  for (const end of ends.keys()) console.log(`  ${end}`)
  return report(`${orders.length} orders of six events: ${ends.size} end state`, times, ends.size === 1)
}

/** Sends the events of many subscriptions, several at a time. */
async function measureLoad({ ctx }: BenchDatabase, project: string, post: Post, subscriptions: number) {
  const waiting: SentEvent[] = []
  for (let number = 0; number < subscriptions; number++) {
    waiting.push(...lifeOf(`load_${number}`, await seedCheckout(ctx, project)))
  }
  const total = waiting.length
  const times: number[] = []
  const begun = performance.now()
  const sender = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) times.push(await post(next))
  }
  await Promise.all(Array.from({ length: inFlight }, sender))
  const perSecond = Math.round((total / (performance.now() - begun)) * 1000)
  return report(`${total} events, ${inFlight} at a time: ${perSecond} per second`, times, true)
}

/** Returns six events of a subscription, oldest first. */
function lifeOf(name: string, checkout: string): SentEvent[] {
  const bought = { id: `sub_${name}`, custom_data: { checkout } }
  const renewal = { id: `txn_${name}`, subscription_id: bought.id, origin: 'subscription_recurring' }
  const refund = { id: `adj_${name}`, transaction_id: renewal.id }
  return [
    event('subscription.created', 1, paddleSubscription(bought)),
    event('subscription.updated', 2, paddleSubscription({ ...bought, scheduled_change: { action: 'cancel' } })),
    event('transaction.past_due', 3, paddleTransaction({ ...renewal, status: 'past_due' })),
    event('transaction.completed', 4, paddleTransaction(renewal)),
    event('adjustment.created', 5, paddleAdjustment(refund)),
    event('subscription.canceled', 6, paddleSubscription({ ...bought, status: 'canceled' })),
  ]
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((each, index) => permutations(all.toSpliced(index, 1)).map((rest) => [each, ...rest]))
}

/** Prints a result. Returns whether it is as it has to be, and soon enough. */
function report(what: string, times: readonly number[], isRight: boolean): boolean {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  const isSoon = p99 < patienceMs
  console.log(`${what}. Answers: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`)
  if (!isRight) console.log('  wrong: see above')
  if (!isSoon) console.log(`  too late: the provider waits ${patienceMs} ms`)
  return isRight && isSoon
}
