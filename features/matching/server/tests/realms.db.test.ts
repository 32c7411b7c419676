import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import { runErasure } from '#features/privacy/server/erasure/run-erasure.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { asJob, importRecords, record } from '#tests/support/leads.ts'
import { silentReddit } from '#tests/support/reddit-answers.ts'
import { addMember, auditOf, call, create, type Person, seedForgetting, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { ingest } from '../ingest.ts'

let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

beforeEach(async () => {
  await world.restart()
  ctx = Object.assign(world.ctx, { reddit: { ...silentReddit, realm: 'sandbox' } })
  ann = await signUp(app, 'ann@pipewell.example')
  project = await setUp(ann)
})

afterAll(() => world.close())

async function setUp(owner: Person): Promise<string> {
  const words = { name: 'Ledgerly', summary: 'A simple CRM for small agencies: clients and follow-ups in one place.' }
  const watchlist = { keywords: ['client follow-ups', 'sales pipeline'], competitors: ['Pipewise'] }
  const { id } = await create(app, owner, 'projects', { ...words, ...watchlist })
  await world.drain()
  return id
}

const postAbout = (word: string) => ({
  title: `${word}: which CRM for client follow-ups, instead of Pipewise?`,
  body: `We run a small agency called ${word}, and Pipewise is awful. What do you recommend for our sales pipeline?`,
})

const get = async (path: string, by = ann) => (await call(app, by, 'GET', path)).json()

/** Creates a sandbox lead and a mention with user activity, then the first real ones. */
async function seeBoth(): Promise<{ leadOfSandbox: string; mentionOfSandbox: string }> {
  await ingest(asJob(ctx), 'sandbox', [record('sand1', { ...postAbout('Zebrasand'), author: 'zebrasand' })])
  await world.drain()
  const leadOfSandbox = (await get('opportunities')).data[0].id
  const mentionOfSandbox = (await get('mentions')).data[0].id
  await call(app, ann, 'PUT', `opportunities/${leadOfSandbox}/save`)
  await ingest(asJob(ctx), 'reddit-api', [record('real1', { ...postAbout('Realfisch'), author: 'realfisch' })])
  await world.drain()
  return { leadOfSandbox, mentionOfSandbox }
}

describe('a new project', () => {
  test('sees the sandbox if there is no real source', async () => {
    const { data } = await get(`projects/${project}`)
    expect(data).toMatchObject({ realm: 'sandbox', realSince: null })
    expect(data.sources).toEqual(['reddit-api', 'reddit-rss', 'archive', 'sandbox', 'hackernews'])
  })

  test('sees real posts if the sandbox is off, or Earshot reads Reddit through RSS or its API', async () => {
    const changes: Partial<Ctx>[] = [
      { reddit: null },
      { rss: {} as NonNullable<Ctx['rss']> },
      { reddit: { realm: 'real' } as NonNullable<Ctx['reddit']> },
    ]
    for (const [at, change] of changes.entries()) {
      Object.assign(ctx, { rss: null }, change)
      const { id } = await create(app, ann, 'projects', { name: `Welds ${at}`, keywords: ['pipe welding'] })
      expect([at, (await get(`projects/${id}`)).data.realm]).toEqual([at, 'real'])
    }
  })
})

test('a project that is created when real posts are stored sees them from the start', async () => {
  await ingest(asJob(ctx), 'sandbox', [record('sand1', postAbout('Zebrasand'))])
  await importRecords(world.ctx, [record('real1', postAbout('Realfisch'))])
  await world.drain()
  const bea = await signUp(app, 'bea@pipewell.example')
  const beas = await setUp(bea)
  expect((await get(`projects/${beas}`, bea)).data).toMatchObject({ realm: 'real', realSince: null })
  const { data } = await get('opportunities?populate=post', bea)
  expect(data.map(({ post }: { post: { title: string } }) => post.title)).toEqual([postAbout('Realfisch').title])
})

describe('a sample product', () => {
  const businesses = [{ website: 'paperfinch.example', name: 'Paperfinch', about: 'Receipts' }]
  let cleo: Person
  const ofCleo = async (path: string) => (await call(app, cleo, 'GET', path)).json()
  const words = { summary: 'A simple CRM for small agencies.', keywords: ['client follow-ups', 'sales pipeline'] }

  beforeEach(async () => {
    Object.assign(ctx, { sandbox: { businesses } as NonNullable<Ctx['sandbox']> })
    cleo = await signUp(app, 'cleo@pipewell.example')
  })

  test.each(['paperfinch.example', 'https://www.Paperfinch.example/pricing'])(
    '%s stays in the sandbox, whatever is imported, and keeps its leads',
    async (website) => {
      await importRecords(world.ctx, [record('real0', postAbout('Realaal'))])
      const { id } = await create(app, cleo, 'projects', { name: 'Paperfinch', website, ...words })
      await ingest(asJob(ctx), 'sandbox', [record('sand1', postAbout('Zebrasand'))])
      await world.drain()
      const [lead] = (await ofCleo('opportunities')).data
      await importRecords(world.ctx, [record('real1', postAbout('Realfisch'))])
      await ingest(asJob(ctx), 'reddit-api', [record('real2', postAbout('Realhai'))])
      await importRecords(world.ctx, [record('real3', postAbout('Realhecht'))], id)
      await world.drain()
      const { data } = await ofCleo(`projects/${id}`)
      expect(data).toMatchObject({ realm: 'sandbox', realSince: null, sources: ['sandbox'] })
      expect((await ofCleo('opportunities')).data.map((each: { id: string }) => each.id)).toEqual([lead.id])
    },
  )

  test('leaves the sandbox once it gets another source', async () => {
    const { id } = await create(app, cleo, 'projects', { name: 'P', website: 'paperfinch.example', ...words })
    await importRecords(world.ctx, [record('real1', postAbout('Realfisch'))])
    await world.drain()
    await call(app, cleo, 'PUT', `projects/${id}`, { sources: ['archive', 'sandbox'] })
    await world.drain()
    expect((await ofCleo(`projects/${id}`)).data.realm).toBe('real')
    expect((await ofCleo('opportunities')).meta.pagination.total).toBe(1)
  })

  test('stays in the sandbox if real posts arrive before its setup is finished; another product becomes real', async () => {
    const dora = await signUp(app, 'dora@pipewell.example')
    const finished = async (by: Person) => (await call(app, by, 'POST', 'setup/completions', {})).json().data
    await call(app, cleo, 'PUT', 'setup', { name: 'Paperfinch', website: 'paperfinch.example', ...words })
    await call(app, dora, 'PUT', 'setup', { name: 'Ledgerly', website: 'ledgerly.example', ...words })
    await importRecords(world.ctx, [record('real1', postAbout('Realfisch'))])
    expect(await finished(cleo)).toMatchObject({ realm: 'sandbox', sources: ['sandbox'] })
    expect(await finished(dora)).toMatchObject({ realm: 'real' })
  })

  test('is previewed on sample posts, even if real ones are stored', async () => {
    await importRecords(world.ctx, [record('real1', postAbout('Realfisch'))])
    await ingest(asJob(ctx), 'sandbox', [record('sand1', postAbout('Zebrasand'))])
    const found = async (website: string) => {
      const answer = await call(app, cleo, 'POST', 'previews', { website, ...words })
      return answer.json().data.examples.map(({ title }: { title: string }) => title)
    }
    expect(await found('paperfinch.example')).toEqual([postAbout('Zebrasand').title])
    expect(await found('ledgerly.example')).toEqual([postAbout('Realfisch').title])
  })
})

test('no list, count, preview or export mixes the realms', async () => {
  expect((await get('config')).sources).toEqual(['archive', 'sandbox'])
  const { leadOfSandbox, mentionOfSandbox } = await seeBoth()
  await seedForgetting(ctx, project, { realm: 'sandbox', opportunityId: leadOfSandbox })
  await seedForgetting(ctx, project)
  expect((await get(`projects/${project}`)).data).toMatchObject({
    realm: 'real',
    realSince: '2026-11-20T12:00:00.000Z',
  })
  const asked: string[] = []
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    if (method !== 'GET' || (path.includes(':id') && !path.startsWith('/projects/'))) continue
    const populate = name === 'opportunitiesFind' || name === 'mentionsFind' ? '?populate=post' : ''
    const answer = await call(app, ann, 'GET', `${path.slice(1).replace(':id', project)}${populate}`)
    if (answer.statusCode !== 200) continue
    asked.push(name)
    expect(answer.body, name).not.toMatch(/zebrasand/i)
    if (name !== 'auditEntriesFind') expect(answer.body, name).not.toContain(leadOfSandbox)
    if (populate) expect(answer.body, name).toMatch(/realfisch/i)
  }
  expect(asked).toContain('keywordHealth')
  expect(asked).toContain('healthReport')
  for (const filter of ['', '?filters[state]=new', '?filters[score][$gt]=0', '?pagination[pageSize]=1']) {
    expect((await get(`opportunities${filter}`)).meta.pagination.total, filter).toBe(1)
  }
  expect((await get('opportunities?filters[saved]=true')).meta.pagination.total).toBe(0)
  expect((await get('mentions')).meta.pagination.total).toBe(1)
  expect((await get('forgettings')).meta.pagination.total).toBe(1)
  expect(
    (await get('keywords?filters[kind]=problem')).data.map((row: { hitsPerDay: number }) => row.hitsPerDay),
  ).toEqual([1, 1])
  for (const path of [`opportunities/${leadOfSandbox}`, `mentions/${mentionOfSandbox}`]) {
    expect((await call(app, ann, 'GET', path)).statusCode, path).toBe(404)
  }
  expect((await call(app, ann, 'DELETE', `opportunities/${leadOfSandbox}/save`)).statusCode).toBe(404)
  const note = { project, opportunity: leadOfSandbox, text: 'Call them' }
  expect((await call(app, ann, 'POST', 'notes', note)).statusCode).toBe(400)
  const { data } = (await call(app, ann, 'POST', `projects/${project}/keyword-previews`, { query: 'pipewise' })).json()
  expect(data.total).toBe(1)
  expect(JSON.stringify(data)).toMatch(/realfisch/i)
  const preview = (await call(app, ann, 'POST', 'previews', { summary: 'CRM', keywords: ['client follow-ups'] })).json()
  expect(preview.data.read).toBe(1)
  expect(JSON.stringify(preview)).not.toMatch(/zebrasand/i)
  const { id } = await create(app, ann, 'exports', { kind: 'project', project })
  await world.drain()
  const { body } = await call(app, ann, 'GET', `exports/${id}/file`)
  expect(body).toMatch(/realfisch/i)
  expect(body).not.toMatch(/zebrasand/i)
})

describe('the choice of sources', () => {
  test('is stored in a fixed order without duplicates or unknown ones, and an added source is backfilled', async () => {
    await call(app, ann, 'PUT', `projects/${project}`, { sources: ['archive', 'reddit-api', 'archive'] })
    await ingest(asJob(ctx), 'sandbox', [record('sand1', postAbout('Zebrasand'))])
    await world.drain()
    expect((await get('opportunities')).meta.pagination.total).toBe(0)
    const put = await call(app, ann, 'PUT', `projects/${project}`, { sources: ['sandbox', 'reddit-api', 'archive'] })
    expect(put.json().data.sources).toEqual(['reddit-api', 'archive', 'sandbox'])
    await world.drain()
    expect((await get('opportunities')).meta.pagination.total).toBe(1)
    await call(app, ann, 'PUT', `projects/${project}`, { sources: [] })
    await world.drain()
    expect((await get('opportunities')).meta.pagination.total).toBe(1)
    expect((await call(app, ann, 'PUT', `projects/${project}`, { sources: ['telegraph'] })).statusCode).toBe(400)
  })
})

describe('purging sandbox data', () => {
  const purge = (by = ann) => call(app, by, 'DELETE', `projects/${project}/sandbox`)
  const left = () =>
    ask(
      world.url,
      `select (select count(*)::int from post where realm = 'sandbox') as posts,
        (select count(*)::int from candidate where realm = 'sandbox') as candidates,
        (select count(*)::int from opportunity where realm = 'sandbox') as leads,
        (select count(*)::int from mention where realm = 'sandbox') as mentions,
        (select count(*)::int from forgetting where realm = 'sandbox') as forgettings,
        (select count(*)::int from opportunity where realm = 'real') as real`,
    )

  test('is for owners, once the project is in the real realm', async () => {
    expect((await purge()).statusCode).toBe(409)
    await seeBoth()
    const bea = await signUp(app, 'bea@pipewell.example')
    await addMember(ctx, project, bea, 'admin')
    await seedForgetting(ctx, project, { realm: 'sandbox' })
    expect((await purge(bea)).statusCode).toBe(403)
    expect((await purge()).statusCode).toBe(200)
    expect((await purge()).statusCode).toBe(200)
    await world.drain()
    expect(await left()).toEqual([{ posts: 0, candidates: 0, leads: 0, mentions: 0, forgettings: 0, real: 1 }])
    expect((await get(`projects/${project}`)).data).toMatchObject({ realm: 'real', realSince: null })
    expect((await auditOf(ctx, project)).filter((line) => line.endsWith('sandbox.purge'))).toHaveLength(1)
    expect(await ask(world.url, 'select id from erasure')).toEqual([])
    expect((await purge()).statusCode).toBe(200)
  })

  test('removes its people, unless the team added data about them', async () => {
    const person = (handle: string, more = {}) => create(app, ann, 'people', { project, handle, ...more })
    const posts = ['Zwirnsand', 'Zimtsand', 'Zinksand', 'Zopfsand'].map((word) =>
      record(word.toLowerCase(), { ...postAbout(word), author: word.toLowerCase() }),
    )
    await ingest(asJob(ctx), 'sandbox', posts)
    await seeBoth()
    await person('ZebraSand')
    await person('realfisch')
    await person('somebody-else')
    await person('zimtsand', { stage: 'contacted' })
    await create(app, ann, 'notes', { project, person: (await person('zwirnsand')).id, text: 'Met at the fair' })
    const { id } = await person('zinksand')
    await create(app, ann, 'conversations', { project, person: id })
    // An author in both realms.
    await ingest(asJob(ctx), 'reddit-api', [record('real2', { ...postAbout('Zopfreal'), author: 'zopfsand' })])
    await world.drain()
    await person('zopfsand')
    expect((await purge()).json().data).toEqual({ peopleKept: 3 })
    await world.drain()
    const names = (await get('people?sort=handle:asc')).data.map(({ handle }: { handle: string }) => handle)
    expect(names).toEqual(['realfisch', 'somebody-else', 'zimtsand', 'zinksand', 'zopfsand', 'zwirnsand'])
    const [entry] = await ask(world.url, `select details from audit_entry where action = 'sandbox.purge'`)
    expect(entry).toEqual({ details: { peopleKept: 3 } })
  })

  test('keeps the sandbox data of other projects', async () => {
    const cleo = await signUp(app, 'cleo@nachtigall.example')
    const cleos = await setUp(cleo)
    await call(app, cleo, 'PUT', `projects/${cleos}`, { sources: ['sandbox'] })
    await seeBoth()
    await purge()
    await world.drain()
    expect(await left()).toEqual([{ posts: 1, candidates: 1, leads: 1, mentions: 1, forgettings: 0, real: 1 }])
    expect((await get('opportunities', cleo)).meta.pagination.total).toBe(1)
  })

  test('resumes after an interruption', async () => {
    await seeBoth()
    await purge()
    const [erasure] = await ask<{ id: string }>(world.url, 'select id from erasure')
    const erase = (dying: Ctx) => runErasure(dying, { erasureId: erasure?.id ?? '' })
    expect(await killAtEachMoment(asJob(world.ctx), erase)).toBeGreaterThan(20)
    await world.drain()
    expect(await left()).toEqual([{ posts: 0, candidates: 0, leads: 0, mentions: 0, forgettings: 0, real: 1 }])
  })
})
