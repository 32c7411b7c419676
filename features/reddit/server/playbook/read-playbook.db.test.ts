import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { survivalLeast } from '#engine/replies/reply-checks.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import {
  addMember,
  call,
  commentUnder,
  type Person,
  seedOpportunity,
  seedRedditAccount,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { CommunityPlaybook } from '../../contract-playbook.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
})
afterAll(() => world.close())
beforeEach(async () => {
  await ask(world.url, 'delete from community')
  await ask(world.url, 'delete from reply_check')
  project = await setUpProject(app, ann)
})

const request = (name: string, by = ann, of = project) =>
  call(app, by, 'POST', `projects/${of}/community-playbooks`, { name })
const read = async (name = 'r/Welding', by = ann, of = project): Promise<CommunityPlaybook> => {
  const response = await request(name, by, of)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}
const rules = (realm: string, list: object[]) =>
  ask(
    world.url,
    `insert into community (realm, key, name, standing, rules, read_at, asked_at, next_at)
     values ($1, 'welding', 'Welding', 'open', $2, now(), now(), now())`,
    [realm, JSON.stringify(list)],
  )

let comments = 0
/** Replies to a new lead of a project, as Reddit showed the reply a day later. */
async function replied(of: string, by: Person, state: string, text: string | null = null): Promise<string> {
  const lead = await seedOpportunity(world.ctx, of)
  const permalink = await commentUnder(world.url, lead, `c${++comments}`)
  const answer = await call(app, by, 'PUT', `opportunities/${lead}/reply`, { text, permalink })
  expect(answer.statusCode, answer.body).toBe(200)
  await ask(
    world.url,
    `update reply_check set state = $1, next_at = case when $1 = 'waiting' then next_at end,
       checked_at = case when $1 in ('waiting', 'notChecked') then null else now() end
     where opportunity_id = $2 and step = 'day'`,
    [state, lead],
  )
  return lead
}
/** Lets this many new customers each have one project with these replies. */
async function customers(count: number, states: readonly string[]): Promise<void> {
  for (let each = 0; each < count; each++) {
    const owner = await signUp(app, `owner-${world.ctx.id()}@example.com`)
    const theirs = await setUpProject(app, owner)
    await ask(
      world.url,
      `with reply as (
         select gen_random_uuid() as lead, gen_random_uuid() as post, state, $3::int + place as number
         from unnest($2::text[]) with ordinality as r(state, place)
       ), found as (
         insert into post (id, source, kind, outside_id, subreddit, title, body, body_truncated, permalink, created_at, updated_at)
         select post, 1, 'post', number, 'Welding', '', '', false, '/', now(), now() from reply returning id
       ), leads as (
         insert into opportunity (project_id, id, post_id, score, label, components, created_at, updated_at)
         select $1, lead, post, 60, 2, '[]', now(), now() from reply, (select count(*) from found) returning id
       )
       insert into reply_check (project_id, opportunity_id, step, realm, community, comment_id, due_at, state, checked_at, created_at)
       select $1, lead, 'day', 'real', 'welding', 'b' || number, now(), state, now(), now()
       from reply, (select count(*) from leads)`,
      [theirs, states, comments],
    )
    comments += states.length
  }
}

describe('the rules in a playbook', () => {
  test('give what an account needs and when promotion is allowed, beside the connected account', async () => {
    await rules('real', [
      { name: 'Who may post', description: 'Accounts must be at least 30 days old.' },
      { name: 'No self-promotion', description: 'Self-promotion is only allowed on Saturdays.' },
    ])
    await seedRedditAccount(world.ctx, project, {
      name: 'wilma',
      karma: 12,
      joinedAt: new Date(world.clock.now.getTime() - 10 * 24 * 3_600_000),
    })
    expect(await read()).toMatchObject({
      ...{ name: 'welding', realm: 'real' },
      gates: [{ kind: 'age', limit: 30, rule: 'Who may post', words: 'Accounts must be at least 30 days old.' }],
      terms: [{ kind: 'day', days: [6], words: 'Self-promotion is only allowed on Saturdays.' }],
      account: { name: 'wilma', karma: 12, ageDays: 10 },
    })
  })

  test("are those of the project's realm, and unknown without any", async () => {
    await rules('sandbox', [{ name: 'Karma', description: 'You need 100 karma.' }])
    expect(await read()).toMatchObject({ gates: null, terms: null, account: null })
    await ask(world.url, `update project set realm = 'sandbox' where id = $1`, [project])
    expect(await read()).toMatchObject({ realm: 'sandbox', gates: [{ kind: 'karma', limit: 100 }] })
  })
})

describe('the hours in a playbook', () => {
  test("count the posts of the community by weekday and hour, in the user's time zone", async () => {
    for (const postedAt of [
      '2026-11-17T22:30:00Z',
      '2026-11-17T22:59:00Z',
      '2026-11-19T05:00:00Z',
      '2026-01-01T00:00:00Z',
    ]) {
      await seedOpportunity(world.ctx, project, { postedAt: new Date(postedAt) })
    }
    const elsewhere = await seedOpportunity(world.ctx, project, { postedAt: new Date('2026-11-18T22:30:00Z') })
    await ask(
      world.url,
      `update post set subreddit = 'WeldingX' where id = (select post_id from opportunity where id = $1)`,
      [elsewhere],
    )
    await ask(world.url, `update post set posted_at = posted_at - interval '1 year' where posted_at = $1`, [
      world.clock.now,
    ])
    await ask(world.url, `update "user" set time_zone = 'Europe/Berlin' where id = $1`, [ann.id])
    const { hours } = await read()
    await ask(world.url, `update "user" set time_zone = null where id = $1`, [ann.id])
    expect(hours).toMatchObject({ timeZone: 'Europe/Berlin', posts: 3, days: 90, capped: false })
    // Tuesday 23:30 and 23:59, Thursday 6:00.
    expect([hours.counts[1]?.[23], hours.counts[3]?.[6]]).toEqual([2, 1])
    expect((await read()).hours.timeZone).toBe('UTC')
  })
})

describe('the survival in a playbook', () => {
  test("counts the project's replies by what Reddit showed after a day", async () => {
    for (const state of ['live', 'live', 'removed', 'deleted', 'missing', 'notChecked', 'waiting']) {
      await replied(project, ann, state)
    }
    const { survival } = await read()
    expect(survival).toEqual({ own: { live: 2, removed: 1, open: 1, unknown: 3 }, all: null })
    expect((await read('fitters')).survival.own).toEqual({ live: 0, removed: 0, open: 0, unknown: 0 })
  })

  test('over all projects needs enough replies of enough other customers', async () => {
    const { replies, customers: least } = survivalLeast
    const each = Math.ceil(replies / least)
    await replied(project, ann, 'removed')
    await customers(least - 1, Array(replies).fill('live'))
    expect((await read()).survival.all).toBeNull()
    await customers(1, ['removed'])
    const live = (least - 1) * replies
    expect((await read()).survival.all).toEqual({ live, removed: 2, customers: least + 1 })
    await ask(world.url, 'delete from reply_check')
    await customers(least, Array(each - 1).fill('live'))
    expect((await read()).survival.all).toBeNull()
    await customers(1, Array(least).fill('live'))
    expect((await read()).survival.all).toEqual({ live: least * each, removed: 0, customers: least + 1 })
  })

  test("counts a customer's projects as one, also those of the one who asks", async () => {
    const { replies, customers: least } = survivalLeast
    await customers(least - 1, Array(replies).fill('live'))
    const second = await setUpProject(app, ann)
    for (let count = 0; count < 3; count++) await replied(second, ann, 'live')
    const dora = await signUp(app, `dora-${world.ctx.id()}@example.com`)
    const theirs = await setUpProject(app, dora)
    await addMember(world.ctx, theirs, ann, 'owner')
    await replied(theirs, dora, 'live')
    expect((await read()).survival.all).toBeNull()
  })

  test('never mixes sandbox and real replies, nor tells about a project of others', async () => {
    const { replies, customers: least } = survivalLeast
    await customers(least, Array(replies / least).fill('live'))
    await ask(world.url, `update reply_check set realm = 'sandbox'`)
    expect((await read()).survival.all).toBeNull()
    await ask(world.url, `update reply_check set realm = 'real'`)
    expect((await read()).survival.all).not.toBeNull()
  })
})

describe('the past replies in a playbook', () => {
  test('are the latest of the project there, with their checks', async () => {
    const first = await replied(project, ann, 'live', 'Try a sheet first.')
    world.clock.advance(60_000)
    const second = await replied(project, ann, 'removed', null)
    const elsewhere = await replied(project, ann, 'live', 'Elsewhere')
    await ask(world.url, `update reply_check set community = 'fitters' where opportunity_id = $1`, [elsewhere])
    const { replies, replyCount } = await read()
    expect(replies.map(({ lead, text, by }) => [lead, text, by])).toEqual([
      [second, null, 'ann@example.com'],
      [first, 'Try a sheet first.', 'ann@example.com'],
    ])
    expect(replies[0]?.checks.map(({ state }) => state)).toEqual(['notChecked', 'notChecked', 'removed'])
    expect(replyCount).toBe(2)
  })
})

test('a playbook is for the team, not for clients or other users, and of a community', async () => {
  await addMember(world.ctx, project, cleo, 'client')
  expect((await request('welding', cleo)).statusCode).toBe(403)
  expect((await request('welding', bob)).statusCode).toBe(404)
  expect((await request('no community')).statusCode).toBe(400)
})
