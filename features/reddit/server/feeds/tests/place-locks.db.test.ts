import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eraseProject } from '#features/privacy/server/erasure/project.ts'
import { ListeningWorld } from '#tests/support/listening-world.ts'
import { type Locks, testLocks } from '#tests/support/locks.ts'
import { type Claim, claimNext, release } from '../claims.ts'
import { keepPlaces } from '../keep-places.ts'
import { broughtBy, noteFailedTry, noteFirstPage } from '../progress.ts'
import { noteTrouble, putOff, setApart } from '../troubles.ts'

/** Who takes a project's places away, and who keeps or hears them: each waits for the other, and neither is ended. */
let listening: ListeningWorld
let locks: Locks
let ann: string

beforeEach(async () => {
  listening = await ListeningWorld.open()
  locks = await testLocks(listening.ctx, listening.world.url)
  ann = await listening.listeningTo(['kettles', 'smallfirms'])
  await listening.listeningTo(['kettles', 'smallfirms'])
  await listening.listenOnce()
})

afterEach(async () => {
  await locks.close()
  await listening.close()
})

const asked = [{ name: 'reddit-api', everywhere: 'lists' }] as const

const erase = () => {
  const at = listening.ctx.now()
  const secret = 'of this erasure'
  return eraseProject(listening.ctx, {
    ...{ id: listening.ctx.id(), kind: 'project', subjectId: ann, secret, createdAt: at, until: null },
  })
}

const usesOfAnn = () => listening.read(sql`select from place_use where project_id = ${ann}`)

test('a project that is erased, while places are brought up to what is listened for', async () => {
  await listening.read(sql`update project set status = 'archived' where id = ${ann}`)
  const letGo = await locks.hold(sql`select from place for key share`)
  const erasing = erase()
  await locks.blocked(1)
  const keeping = keepPlaces(listening.ctx, asked, null)
  await locks.blocked(2)
  await letGo()
  await Promise.all([erasing, keeping])
  expect(await usesOfAnn()).toEqual([])
  expect(await listening.read(sql`select from place`)).toHaveLength(4)
})

const next = new Date('2027-01-01T00:00:00Z')
const nothing = { records: [], gone: [], after: null, before: null, broken: 0 }

test.each<[string, (claim: Claim) => Promise<unknown>]>([
  ['a list that is given back', (claim) => release(listening.ctx, claim, next)],
  ['a list that is put off', (claim) => putOff(listening.ctx, claim, 'Reddit has trouble of its own', next)],
  ['a list that is set apart', (claim) => setApart(listening.ctx, claim)],
  ['a list that cannot be read', (claim) => noteTrouble(listening.ctx, claim, 'Reddit has closed this', next)],
  ['a page that is noted', notePage],
  ['a gap that could not be read', (claim) => noteFailedTry(listening.ctx, claim, [])],
])('%s, while a project that listens there is erased', async (_, note) => {
  await listening.read(sql`update place set next_at = '2026-01-01', alone_at = ${listening.ctx.now().toISOString()}`)
  const claim = await claimNext(listening.ctx, { name: 'reddit-api', callsPerMinute: 50 })
  const [first, last] = claim!.places.map(({ id }) => id).sort()
  expect(last).toBeDefined()
  // Rows are come to as they lie, unless they are asked for in an order: the first one by id now lies last.
  await listening.read(sql`update place set turn = turn + 1 where id = ${first}`)
  const letGo = await locks.hold(sql`select from place where id = ${last} for key share`)
  const erasing = erase()
  await locks.blocked(1)
  const noting = note(claim!)
  await locks.blocked(2)
  await letGo()
  await Promise.all([erasing, noting])
  expect(await usesOfAnn()).toEqual([])
})

function notePage(claim: Claim): Promise<unknown> {
  const { ctx } = listening
  return noteFirstPage(ctx, claim, nothing, broughtBy(ctx, claim, nothing), { isReadBack: true })
}
