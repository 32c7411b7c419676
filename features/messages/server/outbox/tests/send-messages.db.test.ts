import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { call, seedSubscription } from '#tests/support/seed-data.ts'
import { readInboxes } from '../../inbox/read-inboxes.ts'
import { sendMessages } from '../send-messages.ts'
import { type OutboxWorld, outboxWorld } from './outbox-world.ts'

const minute = 60_000
const hour = 60 * minute
let outbox: OutboxWorld
let project: string
let account: string
let to: string
let people = 0

beforeAll(async () => {
  outbox = await outboxWorld({ crowd: 100 })
})
afterAll(() => outbox.close())
beforeEach(async () => {
  await outbox.reddit.tell('behaviour', { behaviour: 'well' })
  // Each test starts with an account that sent nothing lately.
  await ask(outbox.world.url, `delete from sending where sent_at > '2026-11-01'`)
  await ask(outbox.world.url, 'delete from message; delete from reddit_account')
  await ask(outbox.world.url, `delete from pgboss.job where name = 'messages'`)
  project = await outbox.project()
  account = await outbox.connect(project)
  to = `crowd_${people++}`
})

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object) =>
  call(outbox.app, outbox.ann, method, path, data)
const later = async (ms: number) => {
  outbox.world.clock.advance(ms)
  await sendMessages(outbox.ctx)
}
const sentTo = async (handle = to) =>
  (await outbox.delivered(project, account)).filter((each) => each.to === handle).map(({ text }) => text)
const write = async (conversation: string, text = `Hello ${to}`) =>
  send('POST', 'messages', { project, conversation, text, state: 'queued' })
const jobs = async () =>
  Number((await ask(outbox.world.url, `select count(*) from pgboss.job where name = 'messages'`))[0]?.count)
async function begun(): Promise<{ lead: string; conversation: string }> {
  const { lead } = await outbox.lead(project, to)
  const { data } = (await send('PUT', `opportunities/${lead}/outreach`)).json()
  return { lead, conversation: data.conversation }
}

describe('a direct message', () => {
  test('to somebody who was merged goes to the account that its conversation is with', async () => {
    const { conversation } = await begun()
    const { data: other } = (await send('GET', `conversations/${conversation}?populate=person`)).json()
    const main = (await send('POST', 'people', { project, handle: `main_of_${to}` })).json().data
    expect((await send('POST', `people/${main.id}/merge`, { person: other.person.id })).statusCode).toBe(200)
    await write(conversation)
    await later(0)
    expect(await sentTo()).toEqual([`Hello ${to}`])
    expect(await sentTo(main.handle)).toEqual([])
    expect((await send('GET', `people/${main.id}`)).json().data).toMatchObject({ stage: 'contacted' })
  })

  test('to an author who invited messages is sent after one click', async () => {
    const { lead, conversation } = await begun()
    const { id, state } = (await write(conversation)).json().data
    expect(state).toBe('queued')
    expect(await jobs()).toBe(1)
    await later(0)
    expect(await sentTo()).toEqual([`Hello ${to}`])
    const { data } = (await send('GET', `messages/${id}?populate[conversation][populate]=person`)).json()
    const at = outbox.world.clock.now.toISOString()
    expect(data).toMatchObject({
      ...{ state: 'sent', sentAt: at, hold: null, refusal: null, reason: null },
      conversation: { lastAt: at, person: { stage: 'contacted' } },
    })
    expect((await send('GET', `opportunities/${lead}/outreach`)).json().data).toMatchObject({
      invitations: [{ quote: 'Feel free to DM me.', recorded: true }],
      obstacle: 'alreadyContacted',
    })
  })

  test('is answered in the conversation, without an invitation, once they wrote', async () => {
    const { conversation } = await begun()
    await write(conversation)
    await later(0)
    const { name } = await outbox.reddit.tell('messages', { from: to, to: 'wilma-welds', subject: 're', body: 'Sure' })
    await ask(
      outbox.world.url,
      `insert into message (project_id, id, conversation_id, direction, state, text, outside_name, account_id, sent_at, created_at, updated_at)
       values ($1, $2, $3, 'in', 'received', 'Sure', $4, $5, $6, $6, $6)`,
      [project, outbox.world.ctx.id(), conversation, name, account, outbox.world.clock.now],
    )
    await ask(outbox.world.url, 'delete from invitation')
    const { id } = (await write(conversation, 'Great!')).json().data
    expect(await outbox.message(id)).toMatchObject({ parent_name: name, subject: null })
    await later(0)
    expect(await outbox.message(id)).toMatchObject({ state: 'confirmed', outside_name: expect.stringMatching(/^t4_/) })
    expect(await sentTo()).toEqual(['Great!', `Hello ${to}`])
  })

  test('is taken back while it waits, and never sent in manual mode', async () => {
    const { conversation } = await begun()
    await send('PUT', `projects/${project}/message-stop`)
    const { id } = (await write(conversation)).json().data
    await later(0)
    expect((await send('GET', `messages/${id}`)).json().data).toMatchObject({
      ...{ state: 'deferred', hold: 'stopped', deferredUntil: null, reason: expect.stringContaining('Resume') },
    })
    expect((await send('PUT', `messages/${id}`, { state: 'draft' })).json().data).toMatchObject({
      ...{ state: 'draft', hold: null, reason: null },
    })
    await send('DELETE', `projects/${project}/message-stop`)
    await send('PUT', `messages/${id}`, { state: 'queued' })
    await send('PUT', `projects/${project}/message-settings`, { mode: 'manual' })
    await later(hour)
    expect((await send('GET', `messages/${id}`)).json().data).toMatchObject({ state: 'draft' })
    const refused = await send('PUT', `messages/${id}`, { state: 'queued' })
    expect(refused.json().error.message).toContain('you send messages yourself')
    expect(await sentTo()).toEqual([])
  })

  test('waits while messages are stopped, and leaves when they may', async () => {
    const { conversation } = await begun()
    await send('PUT', `projects/${project}/message-stop`)
    await write(conversation)
    await later(24 * hour)
    expect(await sentTo()).toEqual([])
    await send('DELETE', `projects/${project}/message-stop`)
    expect(await jobs()).toBeGreaterThan(0)
    await later(0)
    expect(await sentTo()).toHaveLength(1)
  })

  test('waits for the end of quiet hours, in the zone of the project', async () => {
    await send('PUT', `projects/${project}/message-settings`, { quietFrom: 12, quietTo: 14 })
    outbox.world.clock.now = new Date('2026-11-23T12:30:00Z')
    const id = await outbox.queue(project, to)
    await later(0)
    expect(await outbox.message(id)).toMatchObject({
      ...{ state: 'deferred', hold: 'quietHours', deferred_until: new Date('2026-11-23T14:00:00Z') },
    })
    await later(90 * minute)
    expect(await sentTo()).toHaveLength(1)
  })

  test('without an account waits, and says so', async () => {
    await ask(outbox.world.url, `update reddit_account set state = 'signIn' where id = $1`, [account])
    const id = await outbox.queue(project, to)
    await later(0)
    expect(await outbox.message(id)).toMatchObject({ state: 'deferred', hold: 'account', deferred_until: null })
    await ask(outbox.world.url, `update reddit_account set state = 'connected' where id = $1`, [account])
    await later(15 * minute)
    expect(await sentTo()).toHaveLength(1)
  })

  test.each([
    [
      'asked not to be contacted',
      'update person set do_not_contact = true, do_not_contact_since = now()',
      'doNotContact',
    ],
    ['did not invite messages', 'delete from invitation', 'noInvitation'],
  ])('to a person who %s is refused', async (_what, change, refusal) => {
    const id = await outbox.queue(project, to)
    await ask(outbox.world.url, `${change} where project_id = $1`, [project])
    await later(0)
    expect(await outbox.message(id)).toMatchObject({ state: 'refused', refusal, due_at: null })
    expect(await sentTo()).toEqual([])
  })

  test('to a person whom another project of the owner messaged is refused', async () => {
    await outbox.queue(project, to)
    await later(0)
    const other = await outbox.project()
    await outbox.connect(other, 'bruno')
    const id = await outbox.queue(other, to.toUpperCase())
    await later(minute)
    expect(await outbox.message(id)).toMatchObject({ state: 'refused', refusal: 'alreadyContacted' })
  })

  test('counts once, also when another project reads the inbox of its account', async () => {
    await readInboxes(outbox.ctx)
    const count = async () => Number((await ask(outbox.world.url, 'select count(*) from sending'))[0]?.count)
    const before = await count()
    await outbox.queue(project, to)
    await later(0)
    await outbox.connect(await outbox.project())
    await readInboxes(outbox.ctx)
    expect(await count()).toBe(before + 1)
    await outbox.reddit.tell('messages', { from: 'wilma-welds', to, subject: 'Hi', body: 'By hand' })
    await later(minute)
    await readInboxes(outbox.ctx)
    expect(await count()).toBe(before + 2)
  })

  test('that the person does not accept is refused for good, and counts for nothing but the hour', async () => {
    const { lead, conversation } = await begun()
    await outbox.reddit.tell(`people/${to}`, { messages: 'chat' })
    const { id } = (await write(conversation)).json().data
    await later(0)
    expect((await send('GET', `messages/${id}`)).json().data).toMatchObject({ state: 'refused', refusal: 'unwilling' })
    expect((await send('GET', `opportunities/${lead}/outreach`)).json().data.obstacle).toBe('unreachable')
    expect((await write(conversation, 'Please')).json().error.message).toContain('accept messages')
    const [counted] = await ask(outbox.world.url, 'select first_to, counted_on from sending where id = $1', [id])
    expect(counted).toEqual({ first_to: null, counted_on: null })
  })
})

describe('when Reddit', () => {
  const behave = (behaviour: string, times = 1) =>
    outbox.reddit.tell('behaviour', { behaviour, times, path: '/api/compose' })

  test('asks to wait, everything of the account waits that long', async () => {
    await behave('patience')
    const first = await outbox.queue(project, to)
    await later(0)
    const until = new Date(outbox.world.clock.now.getTime() + 541_000)
    expect(await outbox.message(first)).toMatchObject({ state: 'deferred', hold: 'reddit', deferred_until: until })
    expect((await send('PUT', `messages/${first}`, { state: 'queued' })).statusCode).toBe(409)
    const second = await outbox.queue(project, `crowd_${people++}`)
    await later(minute)
    expect(await outbox.message(second)).toMatchObject({ hold: 'reddit', deferred_until: until })
    await later(9 * minute)
    expect([await outbox.message(first), await outbox.message(second)]).toMatchObject([
      { state: 'sent' },
      { state: 'sent' },
    ])
  })

  test.each(['drop', 'broken'])(
    'acted but its answer is lost (%s), the message is found and not sent again',
    async (how) => {
      await behave(how)
      const id = await outbox.queue(project, to)
      await later(0)
      expect(await outbox.message(id)).toMatchObject({ state: 'armed', hold: null })
      expect((await send('PUT', `messages/${id}`, { state: 'draft' })).statusCode).toBe(409)
      await later(2 * minute)
      expect(await outbox.message(id)).toMatchObject({
        ...{ state: 'confirmed', outside_name: expect.stringMatching(/^t4_/), due_at: null },
      })
      await later(hour)
      expect(await sentTo()).toHaveLength(1)
    },
  )

  test.each(['fail', 'down', 'nonsense'])(
    'did not act (%s), the message is sent after it was missing twice',
    async (how) => {
      await behave(how)
      const id = await outbox.queue(project, to)
      await later(0)
      await later(2 * minute)
      expect(await outbox.message(id)).toMatchObject({ state: 'armed', hold: 'unclear' })
      await later(7 * minute)
      expect(await sentTo()).toEqual([])
      await later(minute)
      expect(await outbox.message(id)).toMatchObject({ state: 'sent', tries: 2 })
      expect(await sentTo()).toHaveLength(1)
    },
  )

  test('can not be asked what was sent, the message stays unclear until it can', async () => {
    await behave('drop')
    const id = await outbox.queue(project, to)
    await later(0)
    await outbox.reddit.tell('behaviour', { behaviour: 'fail', path: '/message' })
    for (let tries = 0; tries < 5; tries++) await later(10 * minute)
    expect(await outbox.message(id)).toMatchObject({ state: 'armed' })
    await outbox.reddit.tell('behaviour', { behaviour: 'well' })
    await later(15 * minute)
    expect(await outbox.message(id)).toMatchObject({ state: 'confirmed' })
  })

  test.each([
    ['disconnected', 'delete from reddit_account where id = $1'],
    ['of a person who is gone', `update person set handle = 'deleted-0123456789ab' where project_id = $2`],
  ])('lost the answer and nobody can ask (%s), the message is refused and never sent again', async (_what, change) => {
    await behave('fail')
    const id = await outbox.queue(project, to)
    await later(0)
    await ask(outbox.world.url, `with given as (select $1::uuid, $2::uuid) ${change}`, [account, project])
    await outbox.connect(project, 'bruno')
    await later(2 * minute)
    expect(await outbox.message(id)).toMatchObject({
      ...{ state: 'refused', refusal: 'unconfirmed', hold: null, due_at: null },
      reason: expect.stringContaining('Check on Reddit'),
    })
    expect(
      await ask(outbox.world.url, 'select first_to is not null as first from sending where id = $1', [id]),
    ).toEqual([{ first: true }])
    await later(hour)
    expect(await outbox.message(id)).toMatchObject({ state: 'refused', tries: 1 })
  })

  test('forgot the person, a message that waits is refused', async () => {
    const id = await outbox.queue(project, to)
    await ask(outbox.world.url, `update person set handle = 'deleted-0123456789ab' where project_id = $1`, [project])
    await later(0)
    expect(await outbox.message(id)).toMatchObject({ state: 'refused', refusal: 'missing' })
  })

  test('rejects the account, its messages wait for somebody to reconnect it', async () => {
    await behave('unknown', 2)
    const id = await outbox.queue(project, to)
    await later(0)
    expect(await outbox.message(id)).toMatchObject({ state: 'deferred', hold: 'account' })
    expect(await ask(outbox.world.url, 'select id from sending where id = $1', [id])).toEqual([])
  })
})

describe('a public reply', () => {
  async function reply(text = 'Try a sheet first.') {
    const { lead, name } = await outbox.lead(project, to)
    const { conversation } = (await send('PUT', `opportunities/${lead}/public-reply`)).json().data
    const { id } = (await write(conversation, text)).json().data
    return { lead, name, conversation, id }
  }

  test('marks the lead as replied, and its checks begin', async () => {
    const { lead, id } = await reply()
    await later(0)
    const { data } = (await send('GET', `messages/${id}`)).json()
    expect(data).toMatchObject({ state: 'confirmed', permalink: expect.stringMatching(/\/comments\//) })
    const { data: replied } = (await send('GET', `opportunities/${lead}`)).json()
    expect(replied).toMatchObject({
      state: 'replied',
      reply: { text: 'Try a sheet first.', permalink: data.permalink, checks: [{ state: 'waiting' }, {}, {}] },
    })
  })

  test('whose answer is lost is found among the comments of the account', async () => {
    await outbox.reddit.tell('behaviour', { behaviour: 'drop', times: 1, path: '/api/comment' })
    const { lead, id } = await reply()
    await later(0)
    expect(await outbox.message(id)).toMatchObject({ state: 'armed' })
    await later(2 * minute)
    expect(await outbox.message(id)).toMatchObject({ state: 'confirmed', outside_name: expect.stringMatching(/^t1_/) })
    expect((await send('GET', `opportunities/${lead}`)).json().data.state).toBe('replied')
  })

  test('is sent from the lead once, and says how it stands', async () => {
    const { lead } = await outbox.lead(project, to)
    const reply = (text: unknown) => send('POST', `opportunities/${lead}/public-reply`, { text })
    const state = async () => (await send('GET', `opportunities/${lead}/public-reply`)).json().data
    await send('PUT', `projects/${project}/message-settings`, { mode: 'manual' })
    expect(await state()).toEqual({ account: 'wilma-welds', obstacle: 'manualMode', message: null })
    expect((await reply('Try a sheet')).statusCode).toBe(409)
    await send('PUT', `projects/${project}/message-settings`, { mode: 'assisted' })
    expect((await reply('')).statusCode).toBe(400)
    const both = await Promise.all([reply('Try a sheet'), reply('Try a list')])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await state()).toMatchObject({ obstacle: null, message: { state: 'queued', permalink: null } })
    await later(0)
    const { message } = await state()
    expect(message).toMatchObject({ state: 'confirmed', permalink: expect.stringMatching(/\/comments\//) })
    expect((await send('GET', `opportunities/${lead}`)).json().data).toMatchObject({
      ...{ state: 'replied', reply: { permalink: message.permalink } },
    })
    expect((await reply('Once more')).json().error.message).toContain('already replied')
    await ask(outbox.world.url, 'delete from reddit_account where id = $1', [account])
    expect(await state()).toMatchObject({ account: null, obstacle: 'noAccount' })
  })

  test('leaves a lead rejected that was rejected meanwhile', async () => {
    const { lead, id } = await reply()
    await send('PUT', `opportunities/${lead}/rejection`, { reason: 'notBuying' })
    await later(0)
    expect(await outbox.message(id)).toMatchObject({ state: 'confirmed' })
    expect((await send('GET', `opportunities/${lead}`)).json().data.state).toBe('rejected')
  })

  test('to a locked thread is refused', async () => {
    const { lead, name } = await outbox.lead(project, to)
    await outbox.reddit.tell(`things/${name}`, { action: 'lock' })
    const { conversation } = (await send('PUT', `opportunities/${lead}/public-reply`)).json().data
    const { id } = (await write(conversation)).json().data
    await later(0)
    expect(await outbox.message(id)).toMatchObject({ state: 'refused', refusal: 'closed' })
  })
})

test("a plan's daily number holds what is beyond it until the next day of the project", async () => {
  outbox.world.clock.now = new Date('2026-11-24T09:00:00Z')
  const paid = { ...outbox.ctx, billing: 'paddle' } as const
  const subscription = await seedSubscription(outbox.world.ctx, project, {
    mainProductName: 'Pro',
    mainProductId: 'pro_pro',
  })
  const id = await outbox.queue(project, to)
  await sendMessages(paid)
  expect(await outbox.message(id)).toMatchObject({ state: 'deferred', hold: 'plan', deferred_until: null })
  await ask(
    outbox.world.url,
    `update subscription set main_product_name = 'Growth', main_product_id = 'pro_growth' where id = $1`,
    [subscription],
  )
  outbox.world.clock.advance(15 * minute)
  await sendMessages(paid)
  expect(await outbox.message(id)).toMatchObject({ state: 'sent' })
})
