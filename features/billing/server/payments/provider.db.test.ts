import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, appOf, call, signUp } from '#tests/support/seed-data.ts'
import { account } from '../factories.ts'
import { asProvider } from '../reports/report.ts'
import { monthly, openPaidWorld, type PaidWorld } from '../tests/paid-world.ts'
import { reconcile } from './reconcile.ts'

let world: PaidWorld['world']
let app: PaidWorld['app']
let paddle: PaidWorld['paddle']
let ann: PaidWorld['ann']
let get: PaidWorld['get']
let post: PaidWorld['post']
let newProject: PaidWorld['newProject']
let subscribe: PaidWorld['subscribe']
let subscriptionOf: PaidWorld['subscriptionOf']
let later: PaidWorld['later']
let close: PaidWorld['close']
beforeAll(async () => {
  ;({ world, app, paddle, ann, get, post, newProject, subscribe, subscriptionOf, later, close } = await openPaidWorld())
})
afterAll(() => close())

describe('billing', () => {
  const requests = (project: string, subscription: string): ['GET' | 'POST' | 'PUT', string, object?][] => [
    ['GET', 'checkout-settings'],
    ['POST', `projects/${project}/price-previews`, monthly('pro')],
    ['POST', `projects/${project}/checkouts`, monthly('pro')],
    ['POST', `subscriptions/${subscription}/plan-previews`, monthly('pro')],
    ['PUT', `subscriptions/${subscription}/plan`, monthly('pro')],
    ['PUT', `subscriptions/${subscription}/pause`],
    ['PUT', `subscriptions/${subscription}/cancellation`, { reason: 'other' }],
    ['PUT', `subscriptions/${subscription}/resumption`],
    ['POST', `subscriptions/${subscription}/payment-method-updates`],
    ['GET', `projects/${project}/invoices`],
  ]

  test('can be read and changed by owners and admins only', async () => {
    const { project, id } = await subscribe()
    const carl = await signUp(app, `carl-${id}@example.com`)
    await addMember(world.ctx, project, carl, 'member')
    for (const [method, path, data] of requests(project, id).slice(1)) {
      const answer = await call(app, carl, method, path, data)
      expect([path, answer.statusCode]).toEqual([path, 403])
    }
    expect((await get(`projects/${project}/usage`, undefined, carl)).data).toHaveLength(4)
  })

  test('while it is off refuses with a sentence, and lists no invoice', async () => {
    const { project, id } = await subscribe()
    const off = await appOf({ ...world.ctx, billing: 'off', paddle: null })
    for (const [method, path, data] of requests(project, id).slice(0, -1)) {
      const answer = await call(off, ann, method, path, data)
      expect([path, answer.json().error]).toMatchObject([
        path,
        { status: 409, message: 'Billing is off on this server. Everything is included.' },
      ])
    }
    await off.close()
  })

  test.each(['fail', 'nonsense'])('answers 503 while the provider is down: %s', async (mood) => {
    const { project, id } = await subscribe()
    const [payment] = (await get(`projects/${project}/invoices`)).data
    await paddle.tell('mood', { mood })
    try {
      const changes = requests(project, id).slice(3, 7)
      for (const [method, path, data] of changes) {
        const answer = await call(app, ann, method, path, data)
        expect([path, answer.json().error]).toMatchObject([
          path,
          { status: 503, message: "The payment provider didn't respond. Try again in a moment." },
        ])
      }
      expect(await get(`purchases/invoice/${payment.id}`)).toEqual({ success: false, invoiceUrl: null })
    } finally {
      await paddle.tell('mood', { mood: 'well' })
    }
    expect(await subscriptionOf(id)).toMatchObject({ status: 'active', scheduledChangeAction: null })
    expect(world.logged.join()).not.toContain(paddle.paddle.apiKey)
  })

  test('answers 503 if nothing listens at the provider', async () => {
    const project = await newProject()
    const away = await appOf({ ...world.ctx, paddle: account })
    const answer = await call(away, ann, 'POST', `projects/${project}/checkouts`, monthly('growth'))
    expect(answer.statusCode).toBe(503)
    await away.close()
  })

  test('limits how often a user makes Earshot ask the provider', async () => {
    const project = await newProject()
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 61; attempt++) {
      statuses.add((await call(app, ann, 'POST', `projects/${project}/price-previews`, monthly('growth'))).statusCode)
    }
    expect([...statuses]).toEqual([200, 429])
    await later(10 * 60_000)
  })
})

describe('the nightly comparison', () => {
  const compare = () => reconcile(asProvider(world.ctx))

  test('applies what lost events left behind, and later events change nothing', async () => {
    const project = await newProject()
    const { data } = await post(`projects/${project}/checkouts`, monthly('growth'))
    await paddle.tell('webhooks', { url: 'http://product.example/lost' })
    await paddle.pay(data.transactionId)
    expect((await get(`checkouts/${data.id}`)).data.state).toBe('open')
    await compare()
    expect((await get(`checkouts/${data.id}`)).data.state).toBe('paid')
    expect((await get(`projects/${project}/invoices`)).data).toHaveLength(1)
    const read = async () =>
      JSON.stringify([
        await get(`subscriptions?filters[project]=${project}`),
        await get(`projects/${project}/invoices`),
      ])
    const before = await read()
    await paddle.tell('webhooks', { url: 'http://product.example/api/paddle/webhooks' })
    await paddle.settled()
    expect(await read()).toBe(before)
  })

  test('fails while the provider is down, so that the job is tried again', async () => {
    await paddle.tell('mood', { mood: 'fail' })
    await expect(compare()).rejects.toThrow("list couldn't be read")
    await paddle.tell('mood', { mood: 'well' })
  })
})
