import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { type TestReddit, testReddit } from '#tests/support/reddit.ts'
import {
  addMember,
  auditOf,
  call,
  create,
  type Person,
  seedOpportunity,
  seedRedditAccount,
  setUpProject,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let reddit: TestReddit
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string
let lead: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
  reddit = await testReddit(world.clock)
})
afterAll(async () => {
  reddit.close()
  await world.close()
})
beforeEach(async () => {
  // The sandbox acts as the real Reddit.
  world.ctx.reddit = { ...reddit.service, realm: 'real' }
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, bob, 'client')
  lead = await seedLead('ada_oaks')
})

async function seedLead(author: string | null, of = project): Promise<string> {
  const id = await seedOpportunity(world.ctx, of, { body: 'We are looking for one. My DMs are open, "any" time.' })
  await ask(world.url, 'update post set author = $2 where id = (select post_id from opportunity where id = $1)', [
    id,
    author,
  ])
  return id
}
const outreach = async (of = lead) => (await call(app, ann, 'GET', `opportunities/${of}/outreach`)).json().data
const begin = async (of = lead, by = ann) => call(app, by, 'PUT', `opportunities/${of}/outreach`)
const account = (overrides: object = {}) =>
  seedRedditAccount(world.ctx, project, {
    clientId: reddit.service.app.clientId,
    scopes: ['privatemessages', 'submit'],
    ...overrides,
  })
const permalinkOf = async (of = lead) =>
  String(
    (
      await ask(world.url, 'select permalink from post p join opportunity o on o.post_id = p.id where o.id = $1', [of])
    )[0]?.permalink,
  )

describe('the outreach of a lead', () => {
  test('begins with the person, the conversation, and the account that would send', async () => {
    const sender = await account()
    expect(await outreach()).toMatchObject({
      ...{ handle: 'ada_oaks', person: null, conversation: null, wroteFirst: false, obstacle: null, mode: 'manual' },
      account: 'wilma-welds',
    })
    const begun = (await begin()).json().data
    expect((await begin()).json().data).toEqual(begun)
    expect(await outreach()).toMatchObject(begun)
    const { data } = (await call(app, ann, 'GET', `conversations/${begun.conversation}?populate=*`)).json()
    expect(data).toMatchObject({
      ...{ kind: 'message', state: 'open', person: { handle: 'ada_oaks' }, account: { id: sender } },
      opportunity: { id: lead },
    })
    const entries = await auditOf(world.ctx, project)
    expect(entries.filter((entry) => /person|conversation/.test(entry))).toEqual([
      `user:${ann.id} person.create`,
      `user:${ann.id} conversation.create`,
    ])
  })

  test('is one conversation, even if two begin it for two leads of the same author', async () => {
    const other = await seedLead('Ada_Oaks')
    const [first, second] = await Promise.all([begin(), begin(other)])
    expect(first.json().data).toEqual(second.json().data)
  })

  test.each([
    ['is gone', null, 'noAuthor', "The author's account no longer exists"],
    ['is our own', 'Wilma-Welds', 'ownAccount', 'The author is a connected account of this project'],
  ])("can't begin if the author %s", async (_what, author, obstacle, message) => {
    await account()
    const of = await seedLead(author)
    expect(await outreach(of)).toMatchObject({ obstacle })
    expect((await begin(of)).json().error).toMatchObject({ status: 409, message })
    expect((await call(app, ann, 'PUT', `opportunities/${of}/public-reply`)).json().error.message).toBe(message)
  })

  test("can't begin with somebody who asked not to be contacted", async () => {
    await create(app, ann, 'people', { project, handle: 'Ada_Oaks', doNotContact: true })
    expect(await outreach()).toMatchObject({ obstacle: 'doNotContact' })
    expect((await begin()).statusCode).toBe(409)
  })

  test("names no account that can't send messages", async () => {
    await account({ scopes: ['identity'] })
    await account({ suspendedAt: world.clock.now })
    await account({ state: 'signIn' })
    await account({ clientId: 'another-app' })
    expect(await outreach()).toMatchObject({ account: null })
  })

  test('needs a right, and a lead of the own projects', async () => {
    for (const path of ['outreach', 'public-reply']) {
      expect((await call(app, bob, 'PUT', `opportunities/${lead}/${path}`)).statusCode).toBe(403)
      expect((await call(app, cleo, 'PUT', `opportunities/${lead}/${path}`)).statusCode).toBe(404)
    }
    expect((await call(app, cleo, 'GET', `opportunities/${lead}/outreach`)).statusCode).toBe(404)
  })
})

test("a public reply's conversation is in the lead's thread, once", async () => {
  await account()
  const put = async () => (await call(app, ann, 'PUT', `opportunities/${lead}/public-reply`)).json().data
  const begun = await put()
  expect(await put()).toEqual(begun)
  const { data } = (await call(app, ann, 'GET', `conversations/${begun.conversation}`)).json()
  const threadId = (await permalinkOf()).split('/')[4]
  expect(data).toMatchObject({ kind: 'comment', subreddit: 'Welding', threadId, title: 'Which welder for pipes?' })
})

describe('an invitation', () => {
  const quote = async (words: string, permalink: string, by = ann) => {
    const { person } = (await begin()).json().data
    const data = { quote: words, permalink, opportunity: lead }
    return call(app, by, 'PUT', `people/${person}/invitation`, data)
  }

  test('is quoted from the stored post, whatever its spaces and quotation marks', async () => {
    const permalink = await permalinkOf()
    const answer = await quote('my DMs  are open, “any” time', `https://www.reddit.com${permalink}?utm_source=share`)
    expect(answer.json().data).toEqual({ quote: 'my DMs  are open, “any” time', permalink, recorded: true })
    expect((await outreach()).invitations).toContainEqual(answer.json().data)
    expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} invitation.record`)
  })

  test('must be in the text, by that person, and somewhere on Reddit', async () => {
    const permalink = await permalinkOf()
    expect((await quote('Call me', permalink)).json().error.message).toContain("aren't in the post")
    const other = await permalinkOf(await seedLead('ben_birch'))
    expect((await quote('My DMs are open', other)).json().error.message).toBe(
      "This post or comment isn't by u/ada_oaks",
    )
    expect((await quote('My DMs are open', 'https://example.com/x')).json().error.message).toContain('Copy the address')
    expect((await quote('', permalink)).statusCode).toBe(400)
    expect((await quote('My DMs are open', permalink, bob)).statusCode).toBe(403)
    expect((await quote('My DMs are open', permalink, cleo)).statusCode).toBe(404)
    // The one in the lead's text was recorded when the conversation began.
    expect((await outreach()).invitations).toEqual([
      { quote: 'My DMs are open, "any" time.', permalink, recorded: true },
    ])
  })

  test('from a comment that is not stored is compared with what Reddit shows', async () => {
    const { name } = await reddit.tell('posts', { subreddit: 'smallfirms', author: 'ben_birch', title: 'Which one?' })
    const body = 'Feel free to message me about it.'
    const comment = await reddit.tell('comments', { parent: name, author: 'ada_oaks', body })
    const permalink = `/r/smallfirms/comments/${String(name).slice(3)}/x/${String(comment.name).slice(3)}/`
    const answer = await quote('Feel free to message me', permalink)
    expect(answer.json().data).toMatchObject({ quote: 'Feel free to message me', recorded: true })
    expect((await quote('Call me', permalink)).statusCode).toBe(400)
    await reddit.tell(`things/${comment.name}`, { action: 'delete' })
    expect((await quote('Feel free to message me', permalink)).json().error.message).toContain("doesn't show")
    world.ctx.reddit = null
    expect((await quote('Feel free to message me', permalink)).json().error.name).toBe('ApplicationError')
  })
})
