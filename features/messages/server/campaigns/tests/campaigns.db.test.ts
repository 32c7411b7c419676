import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { call, seedSubscription } from '#tests/support/seed-data.ts'
import { readInboxes } from '../../inbox/read-inboxes.ts'
import { sendMessages } from '../../outbox/send-messages.ts'
import { type OutboxWorld, outboxWorld } from '../../outbox/tests/outbox-world.ts'
import { runCampaigns } from '../run-campaigns.ts'

const minute = 60_000
const day = 24 * 60 * minute
let outbox: OutboxWorld
let project: string
let account: string
/** Each test writes to people of its own. */
let used = 0
let names: string[] = []

beforeAll(async () => {
  outbox = await outboxWorld({ crowd: 60 })
})
afterAll(() => outbox.close())
beforeEach(async () => {
  await ask(outbox.world.url, `delete from sending where sent_at > '2026-11-01'`)
  await ask(outbox.world.url, 'delete from campaign')
  await ask(outbox.world.url, 'delete from message')
  // Each pass reads the inboxes of all accounts.
  await ask(outbox.world.url, 'delete from reddit_account')
  names = []
  project = await outbox.project({ mode: 'automatic', agrees: true })
  account = await outbox.connect(project)
})

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object) =>
  call(outbox.app, outbox.ann, method, path, data)

/** Adds people who invited messages, each in a community of their own. Campaigns write to them in the order returned. */
async function invite(count: number, tags: string[] = []): Promise<string[]> {
  const invited = Array.from({ length: count }, () => `crowd_${used++}`)
  names.push(...invited)
  await ask(
    outbox.world.url,
    `with p as (
       insert into person (project_id, id, handle, stage, tags, stage_since, created_at, updated_at)
       select $1, (lpad(substr(name, 7), 8, '0') || '-0000-4000-8000-000000000000')::uuid, name, 'new', $3, $4, $4, $4
       from unnest($2::text[]) name returning id, handle
     )
     insert into invitation (project_id, id, person_id, quote, permalink, outside_name, created_at, updated_at)
     select $1, gen_random_uuid(), id, 'DM me', '/r/home_of_' || handle || '/comments/1/', 't3_1', $4, $4 from p`,
    [project, invited, tags, outbox.world.clock.now],
  )
  return invited
}

const steps = [
  { text: 'Hi {author}, about your post in {subreddit}' },
  { text: 'Found it, {author} of {subreddit}?', waitDays: 3 },
]

async function begin(data: object = {}): Promise<string> {
  const made = await send('POST', 'campaigns', { project, name: 'Welders', steps, perDay: 100, ...data })
  const { id } = made.json().data
  expect((await send('PUT', `campaigns/${id}`, { state: 'active' })).json().data).toMatchObject({ state: 'active' })
  return id
}
const read = async (id: string) => (await send('GET', `campaigns/${id}`)).json().data

/** Lets time pass, then runs what the workers run each minute. */
async function pass(ms: number, ctx = outbox.ctx): Promise<void> {
  outbox.world.clock.advance(ms)
  await readInboxes(ctx)
  await runCampaigns(ctx)
  await sendMessages(ctx)
}
const passDays = async (days: number) => {
  for (let each = 0; each < days; each++) await pass(day + minute)
}
const people = (id: string) =>
  ask<{ handle: string; state: string; reason: string | null; step: number }>(
    outbox.world.url,
    `select p.handle, x.state, x.reason, x.step from campaign_person x join person p on p.id = x.person_id
     where x.campaign_id = $1 order by p.handle`,
    [id],
  )
/** Returns what people of this test got. */
const delivered = async () => (await outbox.delivered(project, account)).filter(({ to }) => names.includes(to))
const setLimits = (data: object) => send('PUT', `projects/${project}/message-settings`, data)

describe('a campaign', () => {
  test('is a draft until it is started, in mode automatic and without a fault in its texts', async () => {
    const made = await send('POST', 'campaigns', { project, name: 'Welders', steps: [{ text: 'Hi {nobody}' }] })
    const { id } = made.json().data
    expect(made.json().data).toMatchObject({ state: 'draft', counts: { waiting: 0, messaged: 0 } })
    const start = () => send('PUT', `campaigns/${id}`, { state: 'active' })
    expect((await start()).json().error.message).toContain('{nobody}')
    await send('PUT', `campaigns/${id}`, { steps })
    await setLimits({ mode: 'assisted' })
    expect((await start()).json().error.message).toContain('automatic')
    await setLimits({ mode: 'automatic', agrees: true })
    expect((await start()).json().data.state).toBe('active')
    expect((await send('PUT', `campaigns/${id}`, { steps })).statusCode).toBe(409)
    expect((await send('PUT', `campaigns/${id}`, { state: 'draft' })).statusCode).toBe(409)
    await send('PUT', `campaigns/${id}`, { state: 'finished' })
    expect((await start()).statusCode).toBe(409)
  })

  test('previews the texts of ten people, and says who is left out', async () => {
    const [first] = await invite(12)
    await invite(1, ['other'])
    await ask(
      outbox.world.url,
      `update person set do_not_contact = true, do_not_contact_since = now() where tags <> '{}'`,
    )
    await send('POST', 'people', { project, handle: 'uninvited' })
    const { id } = (await send('POST', 'campaigns', { project, name: 'Welders', steps, perDay: 5 })).json().data
    const preview = (await send('GET', `campaigns/${id}/preview`)).json().data
    expect(preview).toMatchObject({
      ...{ people: 12, leftOut: { doNotContact: 1, noInvitation: 1 }, faults: 0, alike: 1 },
      until: new Date(outbox.world.clock.now.getTime() + 5 * day).toISOString(),
    })
    expect(preview.samples).toHaveLength(10)
    const sample = preview.samples.find(({ handle }: { handle: string }) => handle === first) ?? preview.samples[0]
    expect(sample.texts[0]).toEqual({
      text: `Hi ${sample.handle.replace('_', '\\_')}, about your post in r/home_of_${sample.handle}`,
      fault: null,
    })
    await send('PUT', `campaigns/${id}`, { steps: [{ text: 'The same for all' }, { text: 'Hi from {website}' }] })
    expect((await send('GET', `campaigns/${id}/preview`)).json().data).toMatchObject({ people: 12 })
  })

  test('says in its texts in which thread somebody was met, if that is known', async () => {
    const [met, unmet] = await invite(2)
    const { lead } = await outbox.lead(project, met!)
    await ask(
      outbox.world.url,
      `update invitation set opportunity_id = $1 where person_id = (select id from person where handle = $2)`,
      [lead, met],
    )
    await ask(outbox.world.url, `update post set title = 'Which *one*?' where author = $1`, [met])
    const titled = [{ text: 'Hi {author}, about {title|your post}' }]
    const { id } = (await send('POST', 'campaigns', { project, name: 'Titles', steps: titled })).json().data
    const { samples } = (await send('GET', `campaigns/${id}/preview`)).json().data
    const textTo = (who?: string) => samples.find(({ handle }: { handle: string }) => handle === who).texts[0].text
    expect(textTo(met)).toContain('about Which \\*one\\*?')
    expect(textTo(unmet)).toContain('about your post')
  })

  test('sends its steps to a few new people a day, and ends for who answers', async () => {
    await invite(3)
    const id = await begin({ perDay: 2 })
    await pass(minute)
    expect(await delivered()).toHaveLength(2)
    await pass(minute)
    expect(await delivered()).toHaveLength(2)
    const [wrote] = await delivered()
    await outbox.reddit.tell('responses', { from: wrote!.to, to: 'wilma-welds', does: 'answer', body: 'Sure, tell me' })
    await passDays(1)
    expect(await delivered()).toHaveLength(3)
    expect(await read(id)).toMatchObject({ counts: { waiting: 2, messaged: 3, answered: 1 } })
    await passDays(4)
    const all = await delivered()
    expect(all).toHaveLength(5)
    expect(all.filter(({ to }) => to === wrote!.to)).toHaveLength(1)
    await pass(minute)
    expect(await read(id)).toMatchObject({ counts: { waiting: 0, messaged: 3, answered: 1 } })
    expect((await people(id)).map(({ state }) => state).toSorted()).toEqual(['done', 'done', 'stopped'])
  })

  test('ends for somebody who answers in the same second, since Reddit reports whole seconds', async () => {
    await invite(1)
    const id = await begin()
    const { clock } = outbox.world
    await pass(minute + 900 - (clock.now.getTime() % 1000))
    const [wrote] = await delivered()
    await outbox.reddit.tell('responses', { from: wrote!.to, to: 'wilma-welds', does: 'answer', body: 'Sure, tell me' })
    await pass(minute)
    expect(await read(id)).toMatchObject({ counts: { answered: 1 } })
  })

  test('takes back what waits when it is paused, finished, or the mode changes, and goes on', async () => {
    await invite(2)
    const id = await begin()
    await send('PUT', `projects/${project}/message-stop`)
    await pass(minute)
    expect(await people(id)).toEqual([])
    await send('DELETE', `projects/${project}/message-stop`)
    await runCampaigns(outbox.ctx)
    expect((await people(id)).map(({ step }) => step)).toEqual([1, 1])
    await setLimits({ mode: 'assisted' })
    expect((await read(id)).state).toBe('paused')
    const left = `select c.id from conversation c join person p on p.id = c.person_id where p.handle = any ($1)`
    expect(await ask(outbox.world.url, left, [names])).toEqual([])
    await pass(day)
    expect((await people(id)).map(({ step, state }) => [step, state])).toEqual([
      [0, 'waiting'],
      [0, 'waiting'],
    ])
    await setLimits({ mode: 'automatic', agrees: true })
    await send('PUT', `campaigns/${id}`, { state: 'active' })
    await pass(minute)
    expect(await delivered()).toHaveLength(2)
    await send('PUT', `campaigns/${id}`, { state: 'finished' })
    expect(await read(id)).toMatchObject({ state: 'finished', counts: { stopped: { finished: 2 }, messaged: 2 } })
  })

  test('ends for people whom the team decides on, deletes, or takes messages back from', async () => {
    const [won, deleted, taken] = await invite(3)
    const id = await begin()
    await runCampaigns(outbox.ctx)
    const idOf = async (handle?: string) =>
      (await ask<{ id: string }>(outbox.world.url, 'select id from person where handle = $1', [handle]))[0]!.id
    await send('PUT', `people/${await idOf(won)}`, { stage: 'won' })
    await send('DELETE', `people/${await idOf(deleted)}`)
    const [message] = await ask<{ id: string }>(
      outbox.world.url,
      'select m.id from message m join conversation c on c.id = m.conversation_id where c.person_id = $1',
      [await idOf(taken)],
    )
    await send('PUT', `messages/${message!.id}`, { state: 'draft' })
    outbox.world.clock.advance(2 * minute)
    await runCampaigns(outbox.ctx)
    await sendMessages(outbox.ctx)
    expect(await delivered()).toEqual([])
    expect((await people(id)).map(({ reason }) => reason).toSorted()).toEqual(['decided', 'takenBack'])
  })

  test('killed at each moment, writes to nobody twice and loses nobody', async () => {
    await invite(3)
    const id = await begin()
    expect(await killAtEachMoment(outbox.ctx, runCampaigns)).toBeGreaterThan(20)
    await Promise.all([runCampaigns(outbox.ctx), runCampaigns(outbox.ctx)])
    await pass(minute)
    const all = await delivered()
    expect(new Set(all.map(({ to }) => to)).size).toBe(3)
    expect(all).toHaveLength(3)
    expect((await read(id)).counts).toMatchObject({ waiting: 3, messaged: 3 })
  })
})

test('14 people with every refusal: nobody gets a message twice, and all are accounted for', async () => {
  // Four people are tried on each of three days, and two on the fourth. Someone can be reached on each day.
  const unreachable = (await invite(14)).filter((_, at) => [3, 6, 9, 10, 12].includes(at))
  // Restricted to chats, to trusted users, by a block, and gone in two ways.
  const changes = [{ messages: 'chat' }, { messages: 'trusted' }, null, { standing: 'suspended' }, { standing: 'left' }]
  for (const [at, who] of unreachable.entries()) {
    const change = changes[at]
    if (change) await outbox.reddit.tell(`people/${who}`, change)
    else await outbox.reddit.tell('responses', { from: who, to: 'wilma-welds', does: 'block' })
  }
  const id = await begin({ perDay: 4 })
  const pro = { mainProductName: 'Pro', mainProductId: 'pro_pro' }
  await seedSubscription(outbox.world.ctx, project, pro)
  let respond: { does: string; from: string }[] = []
  await Promise.all([runCampaigns(outbox.ctx), runCampaigns(outbox.ctx)])
  for (let turn = 0; turn < 5; turn++) {
    const sent = (await delivered()).length
    if (turn === 1) await setLimits({ mode: 'assisted' })
    if (turn === 2) {
      await setLimits({ mode: 'automatic', agrees: true })
      await send('PUT', `campaigns/${id}`, { state: 'active' })
    }
    // A plan without direct messages for one turn.
    await pass(12 * 60 * minute, turn === 3 ? { ...outbox.ctx, billing: 'paddle' } : outbox.ctx)
    expect([turn, (await delivered()).length > sent]).toEqual([turn, turn !== 1 && turn !== 3])
    if (turn > 0) continue
    const reached = await delivered()
    respond = ['answer', 'stop', 'block'].map((does, at) => ({ does, from: reached[at]?.to ?? '' }))
    for (const each of respond) await outbox.reddit.tell('responses', { ...each, to: 'wilma-welds' })
  }
  // Whoever was last is tried now.
  await pass(6 * 60 * minute)
  const all = await delivered()
  const keys = all.map(({ to, text }) => `${to} ${text}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(all.filter(({ to }) => unreachable.includes(to))).toEqual([])
  const { counts } = await read(id)
  expect(counts).toMatchObject({
    ...{ answered: 1, messaged: 9, stopped: { doNotContact: 1 }, refused: { unwilling: 3, missing: 2 } },
  })
  const rows = await people(id)
  expect(rows.filter(({ step }) => step > 0)).toHaveLength(14)
})
