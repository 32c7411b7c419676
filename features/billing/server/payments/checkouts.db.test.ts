import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { addMember, auditOf, call } from '#tests/support/seed-data.ts'
import { day, monthly, openPaidWorld, type PaidWorld } from '../tests/paid-world.ts'

let world: PaidWorld['world']
let app: PaidWorld['app']
let paddle: PaidWorld['paddle']
let ann: PaidWorld['ann']
let bob: PaidWorld['bob']
let get: PaidWorld['get']
let post: PaidWorld['post']
let newProject: PaidWorld['newProject']
let pay: PaidWorld['pay']
let subscribe: PaidWorld['subscribe']
let later: PaidWorld['later']
let close: PaidWorld['close']
beforeAll(async () => {
  ;({ world, app, paddle, ann, bob, get, post, newProject, pay, subscribe, later, close } = await openPaidWorld())
})
afterAll(() => close())

test('the plans are listed with their prices', async () => {
  const { data } = (await app.inject('/api/plans')).json()
  expect(data.billing).toBe('sandbox')
  expect(data.plans).toHaveLength(8)
  expect(data.plans[7]).toMatchObject({
    key: 'agency',
    quota: null,
    prices: { monthly: { priceId: 'pri_agency_monthly', amount: 19_900 } },
  })
})

test('the browser gets the address of the script and the public token, never the key', async () => {
  const answer = await call(app, ann, 'GET', 'checkout-settings')
  const { scriptUrl, clientToken, apiKey } = paddle.paddle
  expect(answer.json().data).toEqual({ scriptUrl, clientToken, environment: 'sandbox' })
  expect(answer.body).not.toContain(apiKey)
})

describe('a checkout', () => {
  test('becomes paid with the good card and gives the project its plan and invoice', async () => {
    const project = await newProject()
    const { data } = await post(`projects/${project}/checkouts`, monthly('growth'))
    expect(data).toMatchObject({ state: 'open', plan: 'growth', billingCycle: 'monthly' })
    expect(await paddle.pay(data.transactionId)).toBe('completed')
    await paddle.settled()
    expect((await get(`checkouts/${data.id}`)).data).toMatchObject({ state: 'paid' })
    expect((await get(`projects/${project}/access`)).data).toMatchObject({ by: 'subscription', plan: 'growth' })
    expect((await get(`projects/${project}`)).data).toMatchObject({ status: 'paid' })
    const { data: subscriptions } = await get(`subscriptions?filters[project]=${project}&populate=user`)
    expect(subscriptions).toMatchObject([
      { status: 'active', billingCycle: 'monthly', mainProductName: 'Growth', user: { id: ann.id } },
    ])
    expect(Date.parse(subscriptions[0].nextBilledAt)).toBeGreaterThan(world.clock.now.getTime() + 27 * day)
    const { data: invoices } = await get(`projects/${project}/invoices`)
    expect(invoices).toMatchObject([{ description: 'Growth', total: { amount: 3900, currency: 'USD' }, state: 'paid' }])
    const invoice = await get(`purchases/invoice/${invoices[0].id}`)
    expect(invoice).toEqual({ success: true, invoiceUrl: expect.stringMatching(/^http/) })
    expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} checkout.create`)
  })

  test('fails with a declined card, and can still be paid', async () => {
    const project = await newProject()
    const { data } = await post(`projects/${project}/checkouts`, monthly('growth'))
    expect(await paddle.pay(data.transactionId, { card: 'declined' })).toBe('declined')
    await paddle.settled()
    expect((await get(`checkouts/${data.id}`)).data.state).toBe('failed')
    await paddle.pay(data.transactionId)
    await paddle.settled()
    expect((await get(`checkouts/${data.id}`)).data.state).toBe('paid')
  })

  test('for a pass gives access for three days', async () => {
    const project = await newProject()
    await pay(project, { plan: 'pass', billingCycle: 'oneTime' })
    const { data } = await get(`purchases?filters[project]=${project}`)
    expect(data).toHaveLength(1)
    expect((await get(`projects/${project}/access`)).data).toMatchObject({ by: 'pass' })
    expect(await get(`purchases/invoice/${data[0].id}`)).toMatchObject({ success: true })
    await later(3 * day)
    expect((await get(`projects/${project}/access`)).data).toMatchObject({ granted: false, reason: 'passOver' })
  })

  test('for a project in set-up is refused', async () => {
    const { id } = (await call(app, ann, 'POST', 'projects', { name: 'Draft' })).json().data
    expect((await post(`projects/${id}/checkouts`, monthly('growth'))).error).toMatchObject({
      status: 409,
      message: 'Finish the setup of this project first.',
    })
  })

  test('beside a subscription is refused', async () => {
    const { project } = await subscribe()
    expect((await post(`projects/${project}/checkouts`, monthly('pro'))).error).toMatchObject({
      status: 409,
      message: expect.stringContaining('already has a subscription'),
    })
  })

  test.each([
    [{ plan: 'pro', billingCycle: 'yearly' }, 'No price for plan pro and billing cycle yearly'],
    [monthly('lifetime'), 'No price for plan lifetime and billing cycle monthly'],
    [{ ...monthly('growth'), code: 'NONE' }, 'This code is not valid.'],
    [monthly('gold'), expect.stringContaining('plan must be one of')],
    [{ ...monthly('growth'), project: 'x' }, 'Invalid key project'],
  ])('with %j is refused', async (wish, message) => {
    const project = await newProject()
    for (const path of ['checkouts', 'price-previews']) {
      expect((await post(`projects/${project}/${path}`, wish)).error).toMatchObject({ status: 400, message })
    }
  })
})

test('a price preview has the discount of a code, and the later price without it', async () => {
  const project = await newProject()
  const wish = { ...monthly('growth'), code: 'welcome10' }
  expect((await post(`projects/${project}/price-previews`, wish)).data).toEqual({
    subtotal: { amount: 3900, currency: 'USD' },
    discount: { amount: 390, currency: 'USD' },
    tax: { amount: 0, currency: 'USD' },
    total: { amount: 3510, currency: 'USD' },
    recurring: { amount: 3900, currency: 'USD' },
  })
  const pass = { plan: 'pass', billingCycle: 'oneTime' }
  expect((await post(`projects/${project}/price-previews`, pass)).data).toMatchObject({ recurring: null })
})

test('an agency subscription covers the clients of its payer, and only owners can buy it', async () => {
  const project = await newProject()
  const client = await newProject(30)
  await ask(world.url, `update project set is_agency_project = true, agency_plan = 'startup' where id = $1`, [client])
  await addMember(world.ctx, project, bob, 'admin')
  const refused = await post(`projects/${project}/checkouts`, monthly('agency'), bob)
  expect(refused.error).toMatchObject({ status: 403, message: 'Only owners of a project can buy the Agency plan.' })
  await pay(project, monthly('agency'))
  expect((await get(`projects/${client}/access`)).data).toMatchObject({ by: 'subscription', plan: 'startup' })
  await world.drain()
  expect((await get(`projects/${client}/usage`)).data[0]).toMatchObject({ used: 20, held: 10 })
  const query = `filters[user][id][$eq]=${ann.id}&filters[mainProductName][$contains]=Agency&sort=createdAt:desc`
  expect((await get(`subscriptions?${query}`)).data).toHaveLength(1)
})

test('a refund shows in the list of invoices', async () => {
  const { project } = await subscribe()
  const [row] = await ask<{ provider_id: string }>(world.url, 'select provider_id from payment where project_id = $1', [
    project,
  ])
  const states = async () =>
    (await get(`projects/${project}/invoices`)).data.map((line: { state: string }) => line.state)
  await paddle.tell('returns', { transaction: row!.provider_id, action: 'refund', amount: 100 })
  await later(day)
  expect(await states()).toEqual(['partlyRefunded'])
})
