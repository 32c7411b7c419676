import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import { PollingWorld } from '#tests/support/polling-world.ts'
import { openPoller } from '../poll-feeds.ts'

let polling: PollingWorld

beforeEach(async () => {
  polling = await PollingWorld.open()
})

afterEach(() => polling.close())
const asked = () => polling.reddit.asked()

const second = 1_000
const nowhere = (count: number) => Array.from({ length: count }, (_, at) => `nowhere_${at}`)
/** Returns the lists that were read. One request may read several: /r/kettles+smallfirms/comments. */
const listsOf = (paths: string[]) =>
  paths.flatMap((path) => {
    const [, , communities = '', list] = path.split('/')
    return communities.split('+').map((community) => `/r/${community}/${list}`)
  })

test('many new feeds of one project delay neither the due feeds nor the new feeds of another project', async () => {
  await polling.startProjectIn(['kettles'])
  await polling.pollBriefly()
  await polling.startProjectIn(nowhere(50))
  asked()
  await polling.live(3 * second, second)
  await polling.startProjectIn(['smallfirms'])
  await polling.live(12 * second, second)
  const paths = asked()
  expect(paths.length).toBeLessThan(100)
  expect(listsOf(paths)).toEqual(
    expect.arrayContaining([
      ...['/r/kettles/new', '/r/kettles/comments'],
      ...['/r/smallfirms/new', '/r/smallfirms/comments'],
    ]),
  )
  await polling.live(120 * second, 5 * second)
  const all = listsOf([...paths, ...asked()])
  expect(new Set(all.filter((path) => path.startsWith('/r/nowhere_'))).size).toBe(100)
})

test('older posts are read page by page, with the projects taking turns', async () => {
  await polling.close()
  // Each community has enough pages for several turns.
  polling = await PollingWorld.open(12)
  polling.between((question, ask) => {
    polling.world.clock.advance(10)
    return ask(question)
  })
  await polling.startProjectIn(['kettles', 'hedgehogs'])
  await polling.startProjectIn(['smallfirms'])
  const { syncFeeds, pollers } = openPoller(polling.ctx)
  await syncFeeds()
  await pollers[0]!()
  const paths = asked()
  const owners = paths.filter((path) => path.includes(' ')).map((path) => (/smallfirms/.test(path) ? 'bob' : 'ann'))
  const [first, second] = owners
  expect(first).not.toBe(second)
  expect(owners.slice(0, 16)).toEqual(Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? first : second)))
})

test('a feed survives when one project starts to use it while its last user is deleted', async () => {
  const ann = await polling.startProjectIn(['kettles'])
  const bob = await polling.startProjectIn(['smallfirms'])
  await polling.pollBriefly()
  const [written, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begins = transaction(asJob(polling.world.ctx), async (tx) => {
    await tx.execute(sql`insert into feed_use (project_id, feed_id) select ${bob}, id from feed where name = 'kettles'`)
    written.resolve()
    await going.promise
  })
  await written.promise
  const ends = polling.read(sql`delete from project where id = ${ann}`)
  const waiting = () =>
    ask(
      polling.world.url,
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  await expect.poll(async () => (await waiting()).length).toBe(1)
  going.resolve()
  await Promise.all([begins, ends])
  const uses = await polling.read(sql`
    select u.project_id as by from feed_use u join feed p on p.id = u.feed_id where p.name = 'kettles'`)
  expect(uses).toEqual([{ by: bob }, { by: bob }])
})
