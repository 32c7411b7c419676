import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { openDatabase, transaction } from '#platform/server/database/database.ts'
import { afterCommit, MortalProcess } from '#tests/support/faults.ts'
import { asJob, editProject, startProject } from '#tests/support/leads.ts'
import { arrivedOf } from '#tests/support/listening.ts'
import { ListeningWorld } from '#tests/support/listening-world.ts'
import { testWorld } from '#tests/support/world.ts'

let listening: ListeningWorld

beforeEach(async () => {
  listening = await ListeningWorld.open()
})

afterEach(() => listening.close())
const asked = () => listening.reddit.asked()

const twoDaysBefore = new Date(Date.UTC(2026, 10, 18, 12))
const minute = 60_000
const hour = 60 * minute
const names = (items: string[]) => [...new Set(items)].toSorted()
/** What somebody says who is a lead for the project of these tests. */
const wish = 'Looking for a CRM for client follow-ups, which do you recommend?'

describe('what is said where a project listens', () => {
  test('arrives, also what was said before, and becomes a lead once it is said', async () => {
    await listening.listeningTo(['kettles', 'hedgehogs'])
    await listening.listenOnce()
    const before = await arrivedOf(listening.ctx)
    expect(before.length).toBeGreaterThan(500)
    expect(names(before)).toHaveLength(before.length)
    asked()
    const said = await listening.reddit.say('hedgehogs', wish)
    listening.world.clock.advance(10 * minute)
    await listening.listenOnce()
    expect(asked()).toEqual(expect.arrayContaining(['/r/hedgehogs+kettles/new']))
    await listening.world.drain()
    expect(await listening.leads()).toContain(wish)
    const after = await arrivedOf(listening.ctx)
    expect([names(after).length, after.includes(`post ${said}`)]).toEqual([after.length, true])
  })

  test('comes once, however lists are shuffled and repeated', async () => {
    await listening.listeningTo(['kettles'])
    await listening.listenOnce()
    const known = names(await arrivedOf(listening.ctx))
    for (const behaviour of ['duplicates', 'disorder']) {
      await listening.reddit.tell('behaviour', { behaviour })
      const said = await listening.reddit.say('kettles', `Said while lists are ${behaviour}`)
      listening.world.clock.advance(11 * minute)
      await listening.listenOnce()
      expect(await arrivedOf(listening.ctx)).toContain(`post ${said}`)
    }
    expect((await listening.read(sql`select 1 from listening_gap where not is_beginning`)).length).toBe(0)
    expect(names(await arrivedOf(listening.ctx)).length).toBeGreaterThan(known.length)
  })
})

describe('places', () => {
  test('are those of the projects that listen, each once, and change with them', async () => {
    const ann = await listening.listeningTo(['kettles'])
    const bob = await listening.listeningTo(['kettles', 'smallfirms'], { keywords: ['kettle'] })
    await listening.listenOnce()
    const both = ['posts of community kettles', 'comments of community kettles']
    const bobs = ['posts of community smallfirms', 'comments of community smallfirms']
    expect((await listening.places()).map(({ place }) => place)).toEqual([...both, ...bobs])
    await editProject(listening.ctx, bob, { status: 'archived' })
    await listening.listenOnce()
    expect((await listening.places()).map(({ place }) => place)).toEqual(both)
    await listening.read(sql`delete from project where id = ${ann}`)
    expect(await listening.places()).toEqual([])
    expect(await listening.read(sql`select 1 from listening_gap`)).toEqual([])
  })

  test('of a project without communities are all of Reddit, unless it chose other sources', async () => {
    const id = await listening.listeningTo([])
    await listening.listenOnce()
    expect((await listening.places()).map(({ place }) => place)).toEqual(['posts of all ', 'comments of all '])
    await listening.read(sql`update project set sources = '{archive}' where id = ${id}`)
    listening.world.clock.advance(11 * minute)
    await listening.listenOnce()
    expect(await listening.places()).toEqual([])
  })

  test('of the sandbox are not those of a project that sees the real world', async () => {
    const [seesReal, seesSandbox] = [
      await listening.listeningTo(['kettles']),
      await listening.listeningTo(['smallfirms']),
    ]
    await listening.read(sql`update project set realm = 'sandbox' where id = ${seesSandbox}`)
    const { ctx } = listening
    listening.ctx = { ...ctx, reddit: { ...ctx.reddit!, realm: 'sandbox' } }
    await listening.listenOnce()
    const uses = await listening.read(sql`select distinct project_id as id from place_use`)
    expect([uses, seesReal === seesSandbox]).toEqual([[{ id: seesSandbox }], false])
    expect(await listening.read(sql`select distinct source from recent`)).toEqual([{ source: 'sandbox' }])
    expect((await listening.health()).map(({ source }) => source)).toEqual(['sandbox'])
  })
})

describe('what is missing', () => {
  test('is seen and read back page by page', async () => {
    await listening.listeningTo(['kettles'])
    await listening.listenOnce()
    // A day without anybody listening: more comments than two pages hold.
    listening.world.clock.advance(24 * hour)
    await listening.listenOnce()
    expect(await listening.gaps()).toEqual([{ name: 'kettles', stream: 'comments', ended: true, givenUp: null }])
    expect(names(await arrivedOf(listening.ctx, twoDaysBefore))).toEqual(names(await allOf(['kettles'])))
  })

  test('is given up where Reddit lists no more, and says so', async () => {
    await listening.close()
    // Long enough for more comments than Reddit lists.
    listening = await ListeningWorld.open(12)
    await listening.listeningTo(['kettles'])
    await listening.listenOnce()
    listening.world.clock.advance(8 * 24 * hour)
    await listening.reddit.tell('whole', {})
    await listening.listenOnce()
    const comments = (await listening.gaps()).filter(({ stream }) => stream === 'comments')
    expect(comments).toEqual([
      { name: 'kettles', stream: 'comments', ended: true, givenUp: 'Reddit lists the newest thousand alone' },
    ])
  })

  test('waits while there are no calls, and is read on with the next ones', async () => {
    await listening.listeningTo(['kettles'])
    await listening.listenOnce()
    listening.world.clock.advance(24 * hour)
    await listening.reddit.tell('behaviour', { behaviour: 'busy', path: '/r/kettles/comments' })
    await listening.listenOnce()
    await listening.reddit.tell('behaviour', { behaviour: 'well' })
    await listening.live(5 * minute)
    expect((await listening.gaps()).every(({ ended }) => ended)).toBe(true)
    expect(names(await arrivedOf(listening.ctx, twoDaysBefore))).toEqual(names(await allOf(['kettles'])))
  })
})

/** All that was said there for two days before the first test and since, as Reddit lists it. */
async function allOf(communities: string[]): Promise<string[]> {
  const other = await testWorld()
  const { app, exchange } = listening.reddit
  const own: Ctx = { ...asJob(other.ctx), now: listening.world.ctx.now, reddit: { app, exchange, realm: 'real' } }
  const id = await startProject(own)
  await transaction(own, (tx) =>
    tx.execute(sql`update project set communities = ${sql.param(communities)}::text[] where id = ${id}`),
  )
  await listening.listenOnce(own)
  const items = await arrivedOf(own, twoDaysBefore)
  await other.close()
  return items
}

describe('several processes', () => {
  test('never ask for the same at once', async () => {
    await listening.listeningTo(['kettles', 'hedgehogs', 'smallfirms'])
    const others = [1, 2].map(() => ({ ...listening.ctx, db: openDatabase(listening.world.url, { poolSize: 3 }) }))
    await Promise.all([listening.ctx, ...others].map((each) => listening.listenOnce(each)))
    for (const { db } of others) await db.close()
    const questions = asked()
    expect(questions.length).toBeGreaterThan(6)
    expect(names(questions)).toHaveLength(questions.length)
    const items = await arrivedOf(listening.ctx)
    expect(names(items)).toHaveLength(items.length)
  })

  test('take over from one that died, once its lease is over', async () => {
    await listening.listeningTo(['kettles'])
    const dying = afterCommit(listening.ctx, /update "place" set "lease_id"/, () => {
      throw new Error('died')
    })
    await expect(listening.listenOnce(dying)).rejects.toThrow('died')
    await listening.listenOnce()
    expect(asked()).toEqual([])
    listening.world.clock.advance(2 * minute)
    await listening.listenOnce()
    expect(asked()).toEqual(expect.arrayContaining(['/r/kettles/new', '/r/kettles/comments']))
  })

  test('leave what a slow one still holds to nobody but whoever took it over', async () => {
    await listening.listeningTo(['kettles'])
    let isSlow = true
    const slow = afterCommit(listening.ctx, /insert into "recent"/, () => {
      if (isSlow) listening.world.clock.advance(2 * minute)
      isSlow = false
    })
    await Promise.all([listening.listenOnce(slow), listening.listenOnce()])
    await listening.listenOnce()
    expect(await listening.read(sql`select name from place where lease_id is not null`)).toEqual([])
  })
})

describe('a process that dies', () => {
  /** They share all different statements, commits and calls: each dies at every eighth. */
  const runs = 8

  /** A first hearing, and a day later, with whatever dies tried again by the next process. */
  async function run(deadly: ReadonlySet<string>) {
    const listener = new MortalProcess(listening.ctx, ({ name, isFirst }) => isFirst && deadly.has(name))
    const { clock } = listening.world
    await listening.listeningTo(['kettles', 'smallfirms'])
    for (const days of [0, 1]) {
      const begun = clock.now.getTime()
      for (let hasDied = true; hasDied; ) {
        listener.restart()
        await listening.listenOnce(listener.ctx).catch((error: unknown) => {
          if (!listener.isDead) throw error
        })
        hasDied = listener.isDead
        clock.advance(2 * minute)
      }
      // Reddit has the same posts however long it took.
      expect(clock.now.getTime()).toBeLessThan(begun + hour)
      clock.now = new Date(begun + hour)
      await listening.listenOnce()
      if (days === 0) clock.advance(24 * hour)
    }
    return {
      reached: listener.reached,
      items: names(await arrivedOf(listening.ctx, twoDaysBefore)),
      open: (await listening.gaps()).filter(({ ended }) => !ended),
    }
  }

  let quiet: Awaited<ReturnType<typeof run>> | undefined
  test.each(['none', ...Array.from({ length: runs }, (_, nth) => nth)])(
    'at any moment loses nothing (%s)',
    async (nth) => {
      const deadly = [...(quiet?.reached ?? [])].filter((_, index) => index % runs === nth)
      const result = await run(new Set(deadly))
      quiet ??= result
      // Not all of them: who fetches the token of the others depends on who comes first.
      expect(deadly.filter((name) => result.reached.has(name)).length).toBeGreaterThanOrEqual(deadly.length / 2)
      expect(result.open).toEqual([])
      expect(result.items.length).toBeGreaterThan(500)
      expect(result.items).toEqual(quiet.items)
    },
  )
})
