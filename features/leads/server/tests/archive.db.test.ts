import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  auditOf,
  call,
  commentUnder,
  type Person,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
})
beforeEach(async () => {
  project = await setUpProject(app, ann)
})
afterAll(() => world.close())

const text = 'We had the same trouble. Pipewell did it for us in a day.'
const reply = (lead: string, data?: object, person = ann) =>
  call(app, person, 'PUT', `opportunities/${lead}/reply`, data)
const list = async (query: string) => {
  const answer = await call(app, ann, 'GET', `opportunities?filters[project]=${project}&${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const titles = async (query: string): Promise<string[]> =>
  (await list(`${query}&populate=post`)).data.map(({ post }: { post: { title: string } }) => post.title)

describe('a reply', () => {
  test('is kept with its text and the path of the comment', async () => {
    const lead = await seedOpportunity(world.ctx, project)
    const permalink = await commentUnder(world.url, lead)
    const answer = await reply(lead, { text, permalink: `https://old.reddit.com${permalink}?context=3` })
    expect(answer.statusCode).toBe(200)
    const at = world.clock.now.toISOString()
    expect(answer.json().data).toMatchObject({
      state: 'replied',
      decidedAt: at,
      reply: { by: 'ann@example.com', at, text, permalink, checks: [{ step: 'tenMinutes' }, {}, {}] },
    })
  })

  test('gets another text or link later, with the user and time of the first, and null removes them', async () => {
    const lead = await seedOpportunity(world.ctx, project)
    const permalink = await commentUnder(world.url, lead)
    const { data: first } = (await reply(lead)).json()
    expect(first.reply).toMatchObject({ text: null, permalink: null, checks: [] })
    world.clock.advance(60_000)
    const mia = await signUp(app, `mia-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, mia, 'member')
    expect((await reply(lead, { text }, mia)).json().data.reply).toEqual({ ...first.reply, text })
    const linked = (await reply(lead, { permalink }, mia)).json().data.reply
    expect(linked).toEqual({ ...first.reply, text, permalink, checks: linked.checks })
    const { data } = (await reply(lead, { text: null })).json()
    expect(data).toMatchObject({ decidedAt: first.decidedAt, reply: { ...linked, text: null } })
    await reply(lead, { permalink })
    const actions = (await auditOf(world.ctx, project)).map((line) => line.split(' ')[1])
    expect(actions.filter((action) => action === 'opportunity.reply')).toHaveLength(4)
  })

  test.each([
    [{ text: '' }, 'text must not be empty'],
    [{ text: 'x'.repeat(10_001) }, 'text must have at most 10000 characters'],
    [{ permalink: '/r/Welding/comments/1abc/which_welder/' }, 'permalink must be the link of a comment on Reddit'],
    [{ permalink: 'https://elsewhere.example/' }, 'permalink must be the link of a comment on Reddit'],
    [{ permalink: '/r/Welding/comments/1other/which_welder/2def/' }, expect.stringContaining('another thread')],
    [{ votes: 3 }, 'Invalid key votes'],
  ])('with %j is refused', async (data, message) => {
    const lead = await seedOpportunity(world.ctx, project)
    const answer = await reply(lead, data)
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, message])
  })

  test('is removed with the decision', async () => {
    const lead = await seedOpportunity(world.ctx, project)
    await reply(lead, { text, permalink: await commentUnder(world.url, lead) })
    const undone = await call(app, ann, 'DELETE', `opportunities/${lead}/reply`)
    expect(undone.json().data).toMatchObject({ state: 'new', decidedAt: null, reply: null })
    expect((await reply(lead)).json().data.reply).toMatchObject({ text: null, permalink: null })
  })
})

describe('the archive', () => {
  const reject = (lead: string, reason: string) => call(app, ann, 'PUT', `opportunities/${lead}/rejection`, { reason })

  test('is listed by the time of the decisions, page by page, and by their reasons', async () => {
    const reasons = ['tooOld', 'notBuying', 'tooOld']
    const leads: string[] = []
    for (const [index] of reasons.entries())
      leads.push(await seedOpportunity(world.ctx, project, { title: `Lead ${index}` }))
    for (const [index, reason] of reasons.entries()) {
      world.clock.advance(60_000)
      await reject(leads[index]!, reason)
    }
    const sorted = 'filters[state]=rejected&sort=decidedAt:desc'
    expect(await titles(sorted)).toEqual(['Lead 2', 'Lead 1', 'Lead 0'])
    const { data, meta } = await list(`${sorted}&pagination[pageSize]=2`)
    const next = `pagination[pageSize]=2&pagination[cursor]=${meta.pagination.nextCursor}`
    expect([data.length, await titles(`${sorted}&${next}`)]).toEqual([2, ['Lead 0']])
    expect(await titles(`${sorted}&filters[reason]=tooOld`)).toEqual(['Lead 2', 'Lead 0'])
    const lately = new Date(world.clock.now.getTime() - 90_000).toISOString()
    expect(await titles(`${sorted}&filters[decidedAt][$gte]=${lately}`)).toEqual(['Lead 2', 'Lead 1'])
  })

  test('is searched by titles, texts, authors, communities, replies, and the members who decided', async () => {
    const lead = await seedOpportunity(world.ctx, project, { title: 'Tube trouble', body: 'It leaks everywhere.' })
    const other = await seedOpportunity(world.ctx, project, { title: 'Other', body: 'Nothing.' })
    await seedOpportunity(world.ctx, project, { title: 'Tube trouble, undecided' })
    await reply(lead, { text })
    await reply(other)
    const found = (...words: string[]) =>
      titles(
        `filters[state]=replied&${words.map((word, at) => `filters[$and][${at}][archive][$containsi]=${word}`).join('&')}`,
      )
    for (const word of ['TUBE', 'leaks', 'same trouble', 'pipewell', '100%25']) {
      expect([word, await found(word)]).toEqual([word, word === '100%25' ? [] : ['Tube trouble']])
    }
    expect(await found('leaks', 'pipewell')).toEqual(['Tube trouble'])
    expect(await found('leaks', 'nowhere')).toEqual([])
    for (const shared of ['welding', 'ann@example', 'ann']) expect(await found(shared)).toHaveLength(2)
    expect(await titles('filters[archive][$containsi]=tube')).toEqual(['Tube trouble'])
    expect((await list('filters[archive][$containsi]=tube')).meta.pagination.total).toBe(1)
  })

  test('hides the leads of other projects', async () => {
    const bob = await signUp(app, `bob-${world.ctx.id()}@example.com`)
    const theirs = await setUpProject(app, bob)
    const lead = await seedOpportunity(world.ctx, theirs, { title: 'Secret' })
    await reply(lead, { text }, bob)
    const answer = await call(
      app,
      ann,
      'GET',
      `opportunities?filters[project]=${theirs}&filters[archive][$containsi]=secret`,
    )
    expect(answer.json().data).toEqual([])
    expect((await reply(lead, { text: 'mine' })).statusCode).toBe(404)
  })
})
