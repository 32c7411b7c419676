import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { openDatabase, transaction } from '#platform/server/database/database.ts'
import { afterCommit, CrashableProcess } from '#tests/support/faults.ts'
import { asJob, editProject, startProject } from '#tests/support/leads.ts'
import { arrivedOf } from '#tests/support/polling.ts'
import { PollingWorld } from '#tests/support/polling-world.ts'
import { testWorld } from '#tests/support/world.ts'

let polling: PollingWorld

beforeEach(async () => {
  polling = await PollingWorld.open()
})

afterEach(() => polling.close())
const asked = () => polling.reddit.asked()

const twoDaysBefore = new Date(Date.UTC(2026, 10, 18, 12))
const minute = 60_000
const hour = 60 * minute
const names = (items: string[]) => [...new Set(items)].toSorted()
/** A post that is a lead for the project of these tests. */
const wish = 'Looking for a CRM for client follow-ups, which do you recommend?'

describe("posts in a project's communities", () => {
  test('arrive, including older ones, and new ones become leads', async () => {
    await polling.startProjectIn(['kettles', 'hedgehogs'])
    await polling.pollBriefly()
    const before = await arrivedOf(polling.ctx)
    expect(before.length).toBeGreaterThan(500)
    expect(names(before)).toHaveLength(before.length)
    asked()
    const said = await polling.reddit.say('hedgehogs', wish)
    polling.world.clock.advance(10 * minute)
    await polling.pollBriefly()
    expect(asked()).toEqual(expect.arrayContaining(['/r/hedgehogs+kettles/new']))
    await polling.world.drain()
    expect(await polling.leads()).toContain(wish)
    const after = await arrivedOf(polling.ctx)
    expect([names(after).length, after.includes(`post ${said}`)]).toEqual([after.length, true])
  })

  test('arrive once, even if lists are shuffled and repeat items', async () => {
    await polling.startProjectIn(['kettles'])
    await polling.pollBriefly()
    const known = names(await arrivedOf(polling.ctx))
    for (const behaviour of ['duplicates', 'disorder']) {
      await polling.reddit.tell('behaviour', { behaviour })
      const said = await polling.reddit.say('kettles', `Said while lists are ${behaviour}`)
      polling.world.clock.advance(11 * minute)
      await polling.pollBriefly()
      expect(await arrivedOf(polling.ctx)).toContain(`post ${said}`)
    }
    expect((await polling.read(sql`select 1 from feed_gap where not is_beginning`)).length).toBe(0)
    expect(names(await arrivedOf(polling.ctx)).length).toBeGreaterThan(known.length)
  })
})

describe('feeds', () => {
  test('exist once for all projects that use them, and follow their changes', async () => {
    const ann = await polling.startProjectIn(['kettles'])
    const bob = await polling.startProjectIn(['kettles', 'smallfirms'], { keywords: ['kettle'] })
    await polling.pollBriefly()
    const both = ['posts of community kettles', 'comments of community kettles']
    const bobs = ['posts of community smallfirms', 'comments of community smallfirms']
    expect((await polling.feeds()).map(({ feed }) => feed)).toEqual([...both, ...bobs])
    await editProject(polling.ctx, bob, { status: 'archived' })
    await polling.pollBriefly()
    expect((await polling.feeds()).map(({ feed }) => feed)).toEqual(both)
    await polling.read(sql`delete from project where id = ${ann}`)
    expect(await polling.feeds()).toEqual([])
    expect(await polling.read(sql`select 1 from feed_gap`)).toEqual([])
  })

  test('of a project without communities cover all of Reddit, unless the project chose other sources', async () => {
    const id = await polling.startProjectIn([])
    await polling.pollBriefly()
    expect((await polling.feeds()).map(({ feed }) => feed)).toEqual(['posts of all ', 'comments of all '])
    await polling.read(sql`update project set sources = '{archive}' where id = ${id}`)
    polling.world.clock.advance(11 * minute)
    await polling.pollBriefly()
    expect(await polling.feeds()).toEqual([])
  })

  test('of the sandbox are not used by a project in the real realm', async () => {
    const [seesReal, seesSandbox] = [
      await polling.startProjectIn(['kettles']),
      await polling.startProjectIn(['smallfirms']),
    ]
    await polling.read(sql`update project set realm = 'sandbox' where id = ${seesSandbox}`)
    const { ctx } = polling
    polling.ctx = { ...ctx, reddit: { ...ctx.reddit!, realm: 'sandbox' } }
    await polling.pollBriefly()
    const uses = await polling.read(sql`select distinct project_id as id from feed_use`)
    expect([uses, seesReal === seesSandbox]).toEqual([[{ id: seesSandbox }], false])
    expect(await polling.read(sql`select distinct source from recent`)).toEqual([{ source: 'sandbox' }])
    expect((await polling.health()).map(({ source }) => source)).toEqual(['sandbox'])
  })
})

describe('a gap', () => {
  test("is given up if Reddit's list ends before it, with that reason", async () => {
    await polling.close()
    // Long enough for more comments than Reddit lists.
    polling = await PollingWorld.open(12)
    await polling.startProjectIn(['kettles'])
    await polling.pollBriefly()
    polling.world.clock.advance(8 * 24 * hour)
    await polling.reddit.tell('whole', {})
    await polling.pollBriefly()
    const comments = (await polling.gaps()).filter(({ stream }) => stream === 'comments')
    expect(comments).toEqual([
      { name: 'kettles', stream: 'comments', ended: true, givenUp: 'Reddit lists only the newest 1,000 posts' },
    ])
  })

  test('is detected, waits while there are no calls, and is filled page by page with the next ones', async () => {
    await polling.startProjectIn(['kettles'])
    await polling.pollBriefly()
    // A day without polling: more comments than two pages hold.
    polling.world.clock.advance(24 * hour)
    await polling.reddit.tell('behaviour', { behaviour: 'busy', path: '/r/kettles/comments' })
    await polling.pollBriefly()
    await polling.reddit.tell('behaviour', { behaviour: 'well' })
    await polling.live(5 * minute)
    expect(await polling.gaps()).toEqual([{ name: 'kettles', stream: 'comments', ended: true, givenUp: null }])
    expect(names(await arrivedOf(polling.ctx, twoDaysBefore))).toEqual(names(await allOf(['kettles'])))
  })
})

/** Returns everything posted in these communities since two days before the first test, as Reddit lists it. */
async function allOf(communities: string[]): Promise<string[]> {
  const other = await testWorld()
  const { app, exchange } = polling.reddit
  const own: Ctx = { ...asJob(other.ctx), now: polling.world.ctx.now, reddit: { app, exchange, realm: 'real' } }
  const id = await startProject(own)
  await transaction(own, (tx) =>
    tx.execute(sql`update project set communities = ${sql.param(communities)}::text[] where id = ${id}`),
  )
  await polling.pollBriefly(own)
  const items = await arrivedOf(own, twoDaysBefore)
  await other.close()
  return items
}

describe('several processes', () => {
  test('never request the same page at once', async () => {
    await polling.startProjectIn(['kettles', 'hedgehogs', 'smallfirms'])
    const others = [1, 2].map(() => ({ ...polling.ctx, db: openDatabase(polling.world.url, { poolSize: 3 }) }))
    await Promise.all([polling.ctx, ...others].map((each) => polling.pollBriefly(each)))
    for (const { db } of others) await db.close()
    const questions = asked()
    expect(questions.length).toBeGreaterThan(6)
    expect(names(questions)).toHaveLength(questions.length)
    const items = await arrivedOf(polling.ctx)
    expect(names(items)).toHaveLength(items.length)
  })

  test('take over the feeds of one that died, once its lease has expired', async () => {
    await polling.startProjectIn(['kettles'])
    const dying = afterCommit(polling.ctx, /update "feed" set "lease_id"/, () => {
      throw new Error('died')
    })
    await expect(polling.pollBriefly(dying)).rejects.toThrow('died')
    await polling.pollBriefly()
    expect(asked()).toEqual([])
    polling.world.clock.advance(2 * minute)
    await polling.pollBriefly()
    expect(asked()).toEqual(expect.arrayContaining(['/r/kettles/new', '/r/kettles/comments']))
  })

  test('let a slow one release only the feeds that no other has taken over', async () => {
    await polling.startProjectIn(['kettles'])
    let isSlow = true
    const slow = afterCommit(polling.ctx, /insert into "recent"/, () => {
      if (isSlow) polling.world.clock.advance(2 * minute)
      isSlow = false
    })
    await Promise.all([polling.pollBriefly(slow), polling.pollBriefly()])
    await polling.pollBriefly()
    expect(await polling.read(sql`select name from feed where lease_id is not null`)).toEqual([])
  })
})

describe('a process that dies', () => {
  /** The distinct statements, commits and calls are split among the runs: each run dies at every third. */
  const runs = 3

  /** Polls once, and again a day later. After each crash, a new process continues. */
  async function run(deadly: ReadonlySet<string>) {
    const poller = new CrashableProcess(polling.ctx, ({ name, isFirst }) => isFirst && deadly.has(name))
    const { clock } = polling.world
    await polling.startProjectIn(['kettles', 'smallfirms'])
    for (const days of [0, 1]) {
      const begun = clock.now.getTime()
      for (let hasDied = true; hasDied; ) {
        poller.restart()
        await polling.pollBriefly(poller.ctx).catch((error: unknown) => {
          if (!poller.isDead) throw error
        })
        hasDied = poller.isDead
        clock.advance(2 * minute)
      }
      // Resets the clock, so that Reddit has the same posts in every run.
      expect(clock.now.getTime()).toBeLessThan(begun + hour)
      clock.now = new Date(begun + hour)
      await polling.pollBriefly()
      if (days === 0) clock.advance(24 * hour)
    }
    return {
      reached: poller.reached,
      items: names(await arrivedOf(polling.ctx, twoDaysBefore)),
      open: (await polling.gaps()).filter(({ ended }) => !ended),
    }
  }

  let quiet: Awaited<ReturnType<typeof run>> | undefined
  test.each(['none', ...Array.from({ length: runs }, (_, nth) => nth)])(
    'at any moment loses nothing (%s)',
    async (nth) => {
      const deadly = [...(quiet?.reached ?? [])].filter((_, index) => index % runs === nth)
      const result = await run(new Set(deadly))
      quiet ??= result
      // Not all of them: which feed's poll fetches the token for the others depends on timing.
      expect(deadly.filter((name) => result.reached.has(name)).length).toBeGreaterThanOrEqual(deadly.length / 2)
      expect(result.open).toEqual([])
      expect(result.items.length).toBeGreaterThan(500)
      expect(result.items).toEqual(quiet.items)
    },
  )
})
