import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import { addMember, call, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { InsightQuotes } from '../contract-quotes.ts'

/** The project's days begin at 05:00 UTC. */
let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
  world.clock.now = new Date('2026-11-20T12:00:00Z')
  project = await setUpProject(app, ann, { name: 'Pipewell' })
  await call(app, ann, 'PUT', `projects/${project}`, { timeZone: 'America/New_York' })
  await addMember(world.ctx, project, cleo, 'client')
})
afterAll(() => world.close())

interface Said {
  author?: string
  subreddit?: string
  on?: string
  values?: Parameters<typeof seedOpportunity>[2]
}

/** Adds a lead that says this. Returns its ID. */
async function say(
  body: string,
  { author = 'dana', subreddit = 'Welding', on = '2026-11-18T12:00:00Z', values }: Said,
) {
  const id = await seedOpportunity(world.ctx, project, { title: 'Welding', body, postedAt: new Date(on), ...values })
  await ask(
    world.url,
    'update post set author = $2, subreddit = $3 where id = (select post_id from opportunity where id = $1)',
    [id, author, subreddit],
  )
  return id
}

const query = (kind: string, more = '') => `kind=${kind}&from=2026-11-10${more}`
const asked = (person: Person, search: string) =>
  call(app, person, 'GET', `projects/${project}/insight-quotes?${search}`)
async function quotes(search: string, person = ann): Promise<InsightQuotes> {
  const answer = await asked(person, search)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

test('problems are quoted from leads of the period, an author once, until their posts are deleted', async () => {
  const first = await say('My torch keeps crashing into the argon regulator.', { author: 'dana' })
  const second = await say('I am tired of replacing the argon regulator.', {
    author: 'eli',
    on: '2026-11-19T12:00:00Z',
  })
  await say('Again I am tired of my argon regulator.', { author: 'dana', on: '2026-11-12T12:00:00Z' })
  // None of these counts.
  const tired = 'I am sick of cleaning the argon regulator.'
  await say(tired, { author: 'finn', values: { state: 'rejected', decidedAt: world.ctx.now() } })
  await say(tired, { author: 'gus', values: { siblingOf: first } })
  await say(tired, { author: 'hal', on: '2026-11-21T05:00:00Z' })
  await say('Ich suche ein Gerät für meine Werkstatt, weil der Regler ständig kaputt geht.', { author: 'ida' })

  const found = await quotes(query('pains'))
  expect(found).toMatchObject({ leadsRead: 4, capped: false, otherLanguages: 1 })
  expect(found.topics).toEqual([
    {
      topic: 'argon regulator',
      shared: true,
      leads: 3,
      authors: 2,
      quotes: [
        {
          text: 'I am tired of replacing the argon regulator.',
          marks: [[5, 13]],
          opportunity: second,
          subreddit: 'Welding',
          postedAt: '2026-11-19T12:00:00.000Z',
          permalink: expect.stringContaining('/r/Welding/comments/'),
        },
        expect.objectContaining({ opportunity: first, marks: [[9, 23]] }),
      ],
    },
  ])

  const [post] = await ask<{ outside_id: string }>(
    world.url,
    'select p.outside_id::text from post p join opportunity o on o.post_id = p.id where o.id = $1',
    [second],
  )
  await forgetPost(asJob(world.ctx), { source: 1, kind: 'post', outsideId: post!.outside_id }, 'deleted')
  const left = await quotes(query('pains'))
  expect(left.leadsRead).toBe(3)
  expect(JSON.stringify(left)).not.toContain('replacing')
})

test('objections, requests, and own words come from the leads of some communities, for clients too', async () => {
  const place = { subreddit: 'Fabrication' }
  await say('The Arcmaster is way too expensive for us.', { ...place, author: 'jo' })
  await say('I wish there was a welder that runs on a battery.', { ...place, author: 'kim' })
  await say('Pipewell or an orbital welder for thin tubes?', { ...place, author: 'liv' })
  await say('Who rents an orbital welder out in Ohio?', { ...place, author: 'max' })
  await say('Orbital welder settings are hard to find here.', { ...place, author: 'nia' })
  const inPlace = (kind: string) => quotes(query(kind, '&subreddits[0]=fabrication'), cleo)
  expect((await inPlace('objections')).topics).toMatchObject([{ topic: 'Too expensive', authors: 1, shared: false }])
  expect((await inPlace('requests')).topics).toMatchObject([{ topic: 'Features', authors: 1 }])
  const own = await inPlace('phrases')
  expect(own.leadsRead).toBe(5)
  expect(own.topics.map(({ topic }) => topic)).toContain('orbital welder')
  expect(own.topics.map(({ topic }) => topic.toLowerCase())).not.toContain('pipewell')
})

test('others and invalid queries are refused', async () => {
  expect((await app.inject(`/api/projects/${project}/insight-quotes?${query('pains')}`)).statusCode).toBe(403)
  expect((await asked(bob, query('pains'))).statusCode).toBe(404)
  expect((await asked(ann, query('jokes'))).statusCode).toBe(400)
  expect((await asked(ann, 'kind=pains&from=2026-11-20&to=2026-11-10')).statusCode).toBe(400)
  expect((await asked(ann, 'from=yesterday')).statusCode).toBe(400)
})
