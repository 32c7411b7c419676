import { rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import { requeueLostJobs } from '#app/requeue-lost-jobs.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment, watchEffects } from '#tests/support/faults.ts'
import { contentOf, type Filled, fillProject } from '#tests/support/filled-project.ts'
import { asJob, importRecords, record } from '#tests/support/leads.ts'
import { mailsTo } from '#tests/support/mails.ts'
import {
  addMember,
  appOf,
  call,
  confirmAddress,
  jobTransaction,
  type Person,
  seedSubscription,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import { tracesOf } from '#tests/support/traces.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { runErasure } from './run-erasure.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bea: Person

beforeEach(async () => {
  world = await testWorld()
  app = await appOf(world.ctx)
  ann = await signUp(app, 'ann@example.com')
  bea = await signUp(app, 'bea@example.com')
  await confirmAddress(world.url, ann)
})

afterEach(async () => {
  await app.close()
  await world.close()
  await rm(world.ctx.dataDir, { recursive: true, force: true })
})

const storage = () => ({ url: world.url, dataDir: world.ctx.dataDir })
const remove = (id: string, by = ann) => call(app, by, 'DELETE', `projects/${id}`)
const erasures = () => ask<{ id: string }>(world.url, 'select id from erasure')

describe('deleting a project', () => {
  test('by somebody else, or with an API token, is refused, and nothing is deleted', async () => {
    const id = await setUpProject(app, ann)
    const [admin, client] = [await signUp(app, 'admin@example.com'), await signUp(app, 'client@example.com')]
    await addMember(world.ctx, id, admin, 'admin')
    await addMember(world.ctx, id, client, 'client')
    const { token } = (await call(app, ann, 'POST', 'api-tokens', { project: id, name: 'x', scope: 'write' })).json()
      .data
    const answers = {
      'a signed-out visitor': [{}, 403],
      'a stranger': [bea.headers, 404],
      'an admin': [admin.headers, 403],
      'a client': [client.headers, 403],
      'the owner with an API token': [{ authorization: `Bearer ${token}` }, 403],
    } as const
    for (const [who, [headers, status]] of Object.entries(answers)) {
      const answer = await app.inject({ method: 'DELETE', url: `/api/projects/${id}`, headers })
      expect(answer.statusCode, who).toBe(status)
      expect((await call(app, ann, 'GET', `projects/${id}`)).statusCode, who).toBe(200)
    }
    expect(await erasures()).toEqual([])
  })

  test('that does not exist is answered 404', async () => {
    for (const id of ['nonsense', '01a1f8d3-ea00-7000-8000-000000000000']) {
      expect((await remove(id)).statusCode, id).toBe(404)
    }
  })

  test('makes it inaccessible at once, before any job runs', async () => {
    const id = await setUpProject(app, ann)
    await addMember(world.ctx, id, bea, 'admin')
    const { token } = (await call(app, ann, 'POST', 'api-tokens', { project: id, name: 'x' })).json().data
    expect((await remove(id)).statusCode).toBe(204)
    for (const by of [ann, bea]) {
      expect((await call(app, by, 'GET', `projects/${id}`)).statusCode).toBe(404)
      expect((await call(app, by, 'GET', 'projects')).json().data).toEqual([])
      expect((await app.inject({ url: `/api/events?project=${id}`, headers: by.headers })).statusCode).toBe(404)
    }
    const byToken = await app.inject({ url: '/api/keywords', headers: { authorization: `Bearer ${token}` } })
    expect(byToken.statusCode).toBe(401)
    expect((await remove(id)).statusCode).toBe(404)
    expect(await erasures()).toHaveLength(1)
  })

  test('notifies its owners, without any of its contents', async () => {
    const id = await setUpProject(app, ann, { name: 'Zebrafisch' })
    await remove(id)
    const letter = (await mailsTo(world.ctx, ann.email)).at(-1)
    expect(letter).toMatchObject({ subject: 'Your project was deleted' })
    expect(JSON.stringify(letter)).not.toMatch(/Zebrafisch/i)
  })

  test('is refused while a subscription would continue to be charged', async () => {
    const paid = await appOf({ ...world.ctx, billing: 'paddle' })
    const id = await setUpProject(app, ann)
    await seedSubscription(world.ctx, id)
    const refused = await call(paid, ann, 'DELETE', `projects/${id}`)
    expect(refused.json().error).toMatchObject({
      status: 409,
      message: expect.stringContaining("Cancel this project's subscription"),
    })
    await ask(world.url, `update subscription set scheduled_change_action = 'cancel' where project_id = $1`, [id])
    expect((await call(paid, ann, 'DELETE', `projects/${id}`)).statusCode).toBe(204)
    await paid.close()
  })
})

describe('an erased project', () => {
  async function annsProject(): Promise<Filled> {
    const anns = await fillProject(world, app, { owner: ann, admin: bea, word: 'Zebrafisch' })
    await call(app, ann, 'POST', 'exports', { kind: 'project', project: anns.id })
    return anns
  }

  /** Ann's and Bea's projects, which found some of the same posts. */
  async function neighbours(): Promise<{ anns: Filled; beas: Filled }> {
    const anns = await annsProject()
    const beas = await fillProject(world, app, { owner: bea, word: 'Nachtigall' })
    await call(app, bea, 'POST', 'exports', { kind: 'account' })
    return { anns, beas }
  }

  test('leaves no trace in tables or files, and another project keeps everything', async () => {
    const { anns, beas } = await neighbours()
    await world.drain()
    const before = await contentOf(world.ctx, world.url, beas.id)
    const marks = await anns.marks()
    expect(marks.length).toBeGreaterThan(40)
    expect((await tracesOf(storage(), marks)).length).toBeGreaterThan(40)
    expect((await remove(anns.id)).statusCode).toBe(204)
    // The worker dies at every moment, and then the job runs twice at once.
    const [erasure] = await erasures()
    const erasureId = erasure?.id ?? ''
    expect(await killAtEachMoment(asJob(world.ctx), (dying) => runErasure(dying, { erasureId }))).toBeGreaterThan(30)
    const again = () => runErasure(asJob(world.ctx), { erasureId })
    await Promise.allSettled([again(), again()])
    await again()
    await world.drain()
    expect(await tracesOf(storage(), marks)).toEqual([])
    expect(await erasures()).toEqual([])
    expect(await contentOf(world.ctx, world.url, beas.id)).toEqual({ ...before, export: [] })
    expect(before.posts).toContainEqual({ title: 'Which shared do you recommend?' })
    const kept = await ask(world.url, 'select distinct project, actor from kept_audit')
    expect(kept.length).toBe(2)
    expect(JSON.stringify(kept)).not.toMatch(new RegExp([ann.id, bea.id, anns.id].join('|')))
    expect(await ask(world.url, 'select kind from kept_payment order by 1')).toEqual([
      { kind: 'purchase' },
      { kind: 'subscription' },
    ])
  })

  test.each([
    ['starts a backfill', /select coalesce\(sum\("item_count"\)/],
    ['finishes a backfill', /delete from opportunity o where/],
    ['writes posts', /insert into post /],
    ['delivers posts', /INSERT INTO pgboss.*'candidates'/],
  ])('leaves no trace if it is deleted while a job %s', async (job, statement) => {
    const id = await setUpProject(app, ann, { name: 'Zebrafisch', keywords: ['Zebrafisch', 'shared'] })
    const posts = ['zebrafisch', 'shared'].map((word) =>
      record(word, { title: `Which ${word} do you recommend?`, body: `We are looking for a ${word}.` }),
    )
    await ingest(asJob(world.ctx), 'reddit-api', posts)
    await importRecords(world.ctx, [record('own', { title: 'Is Zebrafisch any good?' })], id)
    let removal: Promise<unknown> | null = null
    const busy = watchEffects(world.ctx, ({ at, text }) => {
      if (at === 'statement' && statement.test(text)) removal ??= remove(id)
    })
    if (job === 'delivers posts') {
      await ingest(asJob(busy), 'reddit-api', [
        record('late', { title: 'shared crm', body: 'looking for a shared crm' }),
      ])
    }
    await drain(busy, world.boss)
    expect(removal).not.toBeNull()
    await removal
    await world.drain()
    expect(await tracesOf(storage(), [id, 'Is Zebrafisch any good?'])).toEqual([])
  })

  test('leaves no trace if one of its imports is running', async () => {
    const id = await setUpProject(app, ann, { name: 'Zebrafisch', keywords: ['crm'] })
    const lines = Array.from({ length: 20 }, (_, i) => {
      const { postedAt, source, ...post } = record(`z${i}`, { title: `A crm such as Zebrafisch ${i}` })
      return JSON.stringify({ ...post, createdAt: new Date(postedAt ?? 0).toISOString() })
    })
    const content = Buffer.from(lines.join('\n'))
    const upload = { project: id, origin: 'upload', name: 'z.ndjson', bytesTotal: content.length, fingerprint: 'z' }
    const importId = (await call(app, ann, 'POST', 'imports', upload)).json().data.id
    const headers = { ...ann.headers, 'content-type': 'application/octet-stream' }
    await app.inject({ method: 'PUT', url: `/api/imports/${importId}/chunks/0`, headers, payload: content })
    let removal: Promise<unknown> | null = null
    const busy = watchEffects(world.ctx, ({ at, text }) => {
      if (at === 'commit' && text.includes('update "import" set "bytes_done"')) removal ??= remove(id)
    })
    await drain(busy, world.boss)
    expect(removal).not.toBeNull()
    await removal
    await world.drain()
    expect(await tracesOf(storage(), [id, importId, 'Zebrafisch'])).toEqual([])
  })

  test('is erased after a restart if its job was lost', async () => {
    const id = await setUpProject(app, ann, { name: 'Zebrafisch' })
    await remove(id)
    await ask(world.url, 'delete from pgboss.job')
    await requeueLostJobs(world.ctx)
    await world.drain()
    expect(await tracesOf(storage(), [id, 'Zebrafisch'])).toEqual([])
  })

  test("leaves the posts of an operator's archive", async () => {
    const id = await setUpProject(app, ann, { name: 'Zebrafisch', keywords: ['crm'] })
    await importRecords(world.ctx, [record('kept')])
    await world.drain()
    await remove(id)
    await world.drain()
    expect(await ask(world.url, 'select permalink from post')).toEqual([{ permalink: '/r/agency/comments/kept/' }])
  })

  test('is replaced by the previous project as the position of a batch', async () => {
    const first = await setUpProject(app, bea)
    const id = await setUpProject(app, ann)
    await importRecords(world.ctx, [record('kept')])
    await ask(world.url, 'update recent set position_project = $1', [id])
    await remove(id)
    const [erasure] = await erasures()
    await runErasure(asJob(world.ctx), { erasureId: erasure?.id ?? '' })
    expect(await ask(world.url, 'select position_project as place from recent')).toEqual([{ place: first }])
  })
})

test('rows written by an earlier transaction are deleted in the second pass', async () => {
  const id = await setUpProject(app, ann)
  await remove(id)
  const [erasure] = await erasures()
  const run = () => runErasure(asJob(world.ctx), { erasureId: erasure?.id ?? '' })
  await run()
  expect(await erasures()).toHaveLength(1)
  await jobTransaction(world.ctx, (tx) => world.ctx.queue.send(tx, 'reorder', { projectId: id }))
  await jobTransaction(world.ctx, (tx) =>
    tx.execute(sql`insert into sibling_key (project_id, key, opportunity_id) values (${id}, 1, ${id})`),
  )
  // The erasure waits for every older transaction on the server, including those of other databases.
  await expect.poll(async () => run().then(erasures), { timeout: 30_000 }).toEqual([])
  expect(await tracesOf(storage(), [id])).toEqual([])
})
