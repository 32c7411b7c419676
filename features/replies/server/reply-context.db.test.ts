import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import {
  addMember,
  call,
  create,
  type Person,
  seedOpportunity,
  seedRedditAccount,
  setUpProject,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { ReplyContext } from '../contract-drafts.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string
let lead: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
})
afterAll(() => world.close())
beforeEach(async () => {
  project = await setUpProject(app, ann, { website: 'pipewell.com', summary: 'A welding robot for pipes.' })
  lead = await seedOpportunity(world.ctx, project, {
    title: 'How much does a pipe welding robot cost?',
    body: 'A month?',
  })
})

const prompt = (kind: string, text: string, more: object = {}) =>
  create(app, ann, 'prompts', { project, kind, text, ...more })
const request = (by = ann) => call(app, by, 'GET', `opportunities/${lead}/reply-context`)
const read = async (): Promise<ReplyContext> => {
  const response = await request()
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}

describe('what a reply is written with', () => {
  test('is the question, the facts that answer it, and the prompts of the community', async () => {
    await prompt('facts', 'It costs $900 a month.\nPipewell was founded in Lyon.')
    await prompt('disclosure', 'I build Pipewell.')
    await prompt('disclosure', 'I sell Pipewell to welders.', { subreddit: 'welding' })
    await prompt('bannedClaims', 'certified\n\n fastest ')
    await create(app, ann, 'keywords', { project, kind: 'brand', query: 'pipe well' })
    await create(app, ann, 'keywords', { project, kind: 'brand', query: 'pw NEAR/5 welder' })
    expect(await read()).toMatchObject({
      ...{ asks: expect.stringContaining('How much'), facts: ['It costs $900 a month.'], factCount: 2 },
      product: { name: 'Pipewell', website: 'pipewell.com', aliases: ['pipe well'] },
      ...{ disclosure: 'I sell Pipewell to welders.', bannedClaims: ['certified', 'fastest'] },
      ...{ threadTitle: 'How much does a pipe welding robot cost?', rules: null, account: null, model: null },
    })
  })

  test('has the rules of the community, the connected account, and earlier replies to other leads', async () => {
    const rules = [{ name: 'No ads', description: 'No self-promotion.' }]
    await ask(
      world.url,
      `insert into community (realm, key, name, standing, stance, stance_rule, stance_words, rules, read_at, asked_at, next_at)
       values ('real', 'welding', 'Welding', 'open', 'forbids', 'No ads', 'No self-promotion.', $1, now(), now(), now())`,
      [JSON.stringify(rules)],
    )
    const joinedAt = new Date('2026-11-10T12:00:00Z')
    await seedRedditAccount(world.ctx, project, { state: 'signIn', name: 'left' })
    await seedRedditAccount(world.ctx, project, { name: 'wilma', karma: 12, joinedAt })
    const other = await seedOpportunity(world.ctx, project)
    for (const [id, text] of [
      [lead, 'This one'],
      [other, 'The other one'],
    ]) {
      await call(app, ann, 'PUT', `opportunities/${id}/reply`, { text })
    }
    expect(await read()).toMatchObject({
      rules,
      account: { name: 'wilma', karma: 12, ageDays: 10 },
      earlier: [{ text: 'The other one', subreddit: 'Welding', permalink: null }],
    })
  })

  test('has what the account last promoted, how old that is, or why it is unknown', async () => {
    const known = async () => (await read()).account?.promotions
    await seedRedditAccount(world.ctx, project)
    const set = (columns: string) =>
      ask(world.url, `update reddit_account set ${columns} where project_id = $1`, [project])
    expect(await known()).toEqual({ state: 'unread', because: 'pending' })
    await set(`promotions_trouble = 'failed'`)
    expect(await known()).toEqual({ state: 'unread', because: 'failed' })
    await set(`promotions_trouble = 'hidden'`)
    expect(await known()).toEqual({ state: 'unread', because: 'hidden' })
    const at = new Date(world.clock.now.getTime() - 47 * 3_600_000).toISOString()
    await set(`promotions_trouble = null, promotions = '{t,f}', promotions_at = '${at}'`)
    expect(await known()).toEqual({ state: 'read', each: [true, false], daysOld: 1 })
    await set(`suspended_at = now()`)
    expect((await read()).account).toBeNull()
  })

  test('is for the team, not for clients or other users', async () => {
    await addMember(world.ctx, project, cleo, 'client')
    expect((await request(cleo)).statusCode).toBe(403)
    expect((await request(bob)).statusCode).toBe(404)
  })
})
