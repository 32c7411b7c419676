import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { auditOf } from '#tests/support/seed-data.ts'
import { day, monthly, openPaidWorld, type PaidWorld } from '../tests/paid-world.ts'

let world: PaidWorld['world']
let paddle: PaidWorld['paddle']
let ann: PaidWorld['ann']
let get: PaidWorld['get']
let post: PaidWorld['post']
let put: PaidWorld['put']
let newProject: PaidWorld['newProject']
let pay: PaidWorld['pay']
let subscribe: PaidWorld['subscribe']
let subscriptionOf: PaidWorld['subscriptionOf']
let later: PaidWorld['later']
let close: PaidWorld['close']
beforeAll(async () => {
  ;({ world, paddle, ann, get, post, put, newProject, pay, subscribe, subscriptionOf, later, close } =
    await openPaidWorld())
})
afterAll(() => close())

describe('a change of plan', () => {
  test('shows what it costs and pauses, then charges and pauses it', async () => {
    const { project, id } = await subscribe('growth', 30)
    const { data } = await post(`subscriptions/${id}/plan-previews`, monthly('startup'))
    expect(data).toMatchObject({ next: { amount: 1900 }, paused: { keywords: 10, competitors: 0 } })
    expect(data.dueNow.amount).toBeLessThan(0)
    expect(await put(`subscriptions/${id}/plan`, monthly('startup'))).toMatchObject({
      data: { id, mainProductName: 'Startup', status: 'active' },
    })
    await paddle.settled()
    await world.drain()
    const { data: usage } = await get(`projects/${project}/usage`)
    expect(usage[0]).toMatchObject({ what: 'keywords', used: 20, limit: 20, held: 10 })
    await put(`subscriptions/${id}/plan`, { plan: 'growth', billingCycle: 'yearly' })
    await paddle.settled()
    await world.drain()
    expect((await get(`projects/${project}/usage`)).data[0]).toMatchObject({ used: 30, limit: 40, held: 0 })
    expect(await subscriptionOf(id)).toMatchObject({ billingCycle: 'yearly', mainProductName: 'Growth' })
    expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} subscription.change`)
  })

  test.each([
    [monthly('growth'), 409, 'This is already the plan.'],
    [{ plan: 'pass', billingCycle: 'oneTime' }, 400, 'A subscription can only be changed to a monthly or yearly plan.'],
    [monthly('starter'), 400, 'No price for plan starter and billing cycle monthly'],
  ])('to %j is refused', async (wish, status, message) => {
    const { id } = await subscribe()
    expect((await post(`subscriptions/${id}/plan-previews`, wish)).error).toMatchObject({ status, message })
    expect((await put(`subscriptions/${id}/plan`, wish)).error).toMatchObject({ status, message })
  })

  test('whose payment is declined changes nothing', async () => {
    const project = await newProject()
    await pay(project, monthly('startup'), 'failsLater')
    const { id } = (await get(`subscriptions?filters[project]=${project}`)).data[0]
    expect((await put(`subscriptions/${id}/plan`, monthly('professional'))).error).toMatchObject({
      status: 409,
      message: 'The payment was declined. Update the payment method, then try again.',
    })
    expect(await subscriptionOf(id)).toMatchObject({ mainProductName: 'Startup' })
  })
})

describe('a subscription', () => {
  test('is paused at the end of the period, and resumed at once', async () => {
    const { project, id } = await subscribe()
    const { nextBilledAt } = await subscriptionOf(id)
    const { data } = await put(`subscriptions/${id}/pause`)
    expect(data).toMatchObject({ status: 'active', scheduledChangeAction: 'pause' })
    expect(data.scheduledChangeEffectiveAt).toBe(nextBilledAt)
    await later(32 * day)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'paused', scheduledChangeAction: null })
    expect((await get(`projects/${project}/access`)).data).toMatchObject({ granted: false, reason: 'paused' })
    expect((await put(`subscriptions/${id}/resumption`)).data).toMatchObject({ status: 'active' })
    expect((await get(`projects/${project}/access`)).data).toMatchObject({ granted: true })
  })

  test('is canceled at the end of the period with a reason, unless that is taken back', async () => {
    const { project, id } = await subscribe()
    const reason = { reason: 'tooExpensive', comment: 'Maybe later' }
    expect((await put(`subscriptions/${id}/cancellation`, reason)).data).toMatchObject({
      scheduledChangeAction: 'cancel',
    })
    expect(await ask(world.url, 'select reason, comment, created_by from cancellation')).toEqual([
      { ...reason, created_by: ann.id },
    ])
    expect((await put(`subscriptions/${id}/resumption`)).data).toMatchObject({ scheduledChangeAction: null })
    await put(`subscriptions/${id}/cancellation`, { reason: 'other' })
    await later(32 * day)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'canceled' })
    expect((await get(`projects/${project}/access`)).data).toMatchObject({ granted: false, reason: 'canceled' })

    const again = { ...monthly('growth'), reactivate: true }
    expect((await post(`projects/${project}/price-previews`, again)).data.discount.amount).toBe(780)
    await pay(project, again)
    expect((await get(`projects/${project}/access`)).data).toMatchObject({ granted: true, by: 'subscription' })
    const { data: invoices } = await get(`projects/${project}/invoices`)
    expect(invoices[0].total.amount).toBe(3120)
  })

  test('gets no discount without a canceled one before', async () => {
    const project = await newProject()
    const answer = await post(`projects/${project}/checkouts`, { ...monthly('growth'), reactivate: true })
    expect(answer.error).toMatchObject({ status: 409, message: expect.stringContaining('was canceled') })
  })

  test('whose renewal fails is past due until another card pays', async () => {
    const project = await newProject()
    await pay(project, monthly('growth'), 'failsLater')
    const { id } = (await get(`subscriptions?filters[project]=${project}`)).data[0]
    await later(32 * day)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'past_due' })
    expect((await get(`projects/${project}/access`)).data).toMatchObject({ granted: true })
    expect((await put(`subscriptions/${id}/pause`)).error).toMatchObject({
      status: 409,
      message: 'The last payment failed. Update the payment method first.',
    })
    const { data: invoices } = await get(`projects/${project}/invoices`)
    expect(invoices.map(({ state }: { state: string }) => state)).toEqual(['due', 'paid'])
    const { data } = await post(`subscriptions/${id}/payment-method-updates`)
    await paddle.pay(data.transactionId)
    await paddle.settled()
    expect(await subscriptionOf(id)).toMatchObject({ status: 'active' })
  })

  test('can be paid with another card, which is no invoice', async () => {
    const { project, id } = await subscribe()
    const { data } = await post(`subscriptions/${id}/payment-method-updates`)
    await paddle.pay(data.transactionId)
    await paddle.settled()
    expect((await get(`projects/${project}/invoices`)).data).toHaveLength(1)
  })

  test.each([
    ['pause', undefined],
    ['cancellation', { reason: 'other' }],
    ['plan', monthly('startup')],
  ])('that will be paused refuses %s', async (action, data) => {
    const { id } = await subscribe()
    await put(`subscriptions/${id}/pause`)
    expect((await put(`subscriptions/${id}/${action}`, data)).error).toMatchObject({
      status: 409,
      message: 'Resume this subscription first.',
    })
  })

  test('that is active has nothing to resume, and one that is canceled has no card', async () => {
    const { id } = await subscribe()
    expect((await put(`subscriptions/${id}/resumption`)).error).toMatchObject({ status: 409 })
    await ask(world.url, `update subscription set status = 'canceled' where id = $1`, [id])
    expect((await post(`subscriptions/${id}/payment-method-updates`)).error).toMatchObject({ status: 409 })
    expect((await put(`subscriptions/${id}/pause`)).error.message).toBe('This subscription has been canceled.')
  })

  test('is not canceled for a reason that is none', async () => {
    const { id } = await subscribe()
    const { error } = await put(`subscriptions/${id}/cancellation`, { reason: 'boredom' })
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining('reason must be one of') })
  })
})
