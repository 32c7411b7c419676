import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebsiteProfile } from '#engine/website/profile.ts'
import { openPoller } from '#features/reddit/server/feeds/poll-feeds.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { openNetwork } from '#platform/server/network/network.ts'
import { sampleBusinesses } from '#sandbox/community/sample-businesses.ts'
import { asJob } from '#tests/support/leads.ts'
import { openReddit, pollOnce, type SandboxReddit } from '#tests/support/polling.ts'
import { appOf, call, type Person, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'

/** The first start in an empty environment: a new sample product has leads within a minute. */
let world: World
let reddit: SandboxReddit
let app: FastifyInstance
let ann: Person
let ctx: Ctx
beforeAll(async () => {
  world = await testWorld()
  reddit = await openReddit(world.ctx.now, { days: 3 })
  // The sandbox adds earlier days while it is idle; in production that ends before the first sign-up.
  await reddit.tell('whole', {})
  const { sandbox, exchange } = reddit
  const { hostname: address, port } = new URL(sandbox.websites.url)
  const network = openNetwork({ websites: { address, port: Number(port) } })
  ctx = { ...world.ctx, sandbox, network, reddit: { app: reddit.app, exchange, realm: 'sandbox' } }
  app = await appOf(ctx)
  ann = await signUp(app, 'ann@example.com')
}, 180_000)
afterAll(async () => {
  await app.close()
  reddit.close()
  await world.close()
})

async function setUp(host: string): Promise<string> {
  const read = await call(app, ann, 'POST', 'website-profiles', { website: host })
  const { name, summary, ...profile } = read.json<{ data: WebsiteProfile }>().data
  const texts = (proposals: readonly { text: string }[]) => proposals.map(({ text }) => text)
  const lists = {
    keywords: texts(profile.keywords),
    competitors: texts(profile.competitors),
    communities: texts(profile.communities),
  }
  const words = { name: name?.text, website: host, summary: summary?.text ?? '' }
  const created = await call(app, ann, 'POST', 'projects', { ...words, ...lists })
  expect([created.statusCode, created.json()]).toMatchObject([201, { data: { realm: 'sandbox' } }])
  return created.json().data.id
}

test('each sample business has leads within a minute of its setup', async () => {
  const ids: string[] = []
  for (const { host } of sampleBusinesses) ids.push(await setUp(host))
  const poller = openPoller(asJob(ctx))
  for (let seconds = 0; seconds < 55; seconds += 5) {
    await pollOnce(poller)
    world.clock.advance(5000)
  }
  await world.drain()
  for (const id of ids) {
    const list = await call(app, ann, 'GET', `opportunities?filters[project][id][$eq]=${id}&populate=post`)
    const { data } = list.json<{ data: { post: { postedAt: string } }[] }>()
    expect(data.length).toBeGreaterThanOrEqual(3)
    for (const { post } of data) expect(Date.parse(post.postedAt)).toBeLessThanOrEqual(world.clock.now.getTime())
  }
}, 180_000)
