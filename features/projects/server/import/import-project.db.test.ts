import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actingAs } from '#platform/server/ctx.ts'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { contentOf, fillProject } from '#tests/support/filled-project.ts'
import { asJob } from '#tests/support/leads.ts'
import { appOf, auditOf, call, confirmAddress, type Person, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { finishImport, giveUpImport } from './finish-import.ts'
import { importProject } from './import-project.ts'

let world: World
let app: FastifyInstance
let ann: Person
let anns: string
let exported: string
let keywordOfRule: unknown
let bea: Person

beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx)
  ann = await signUp(app, 'ann@pipewell.example')
  anns = (await fillProject(world, app, { owner: ann, word: 'Zebrafisch' })).id
  await call(app, ann, 'PUT', `projects/${anns}`, { scoreWeights: { fit: 1, intent: 2, window: 0.5 } })
  const [keyword] = await rowsOf(ann, anns, 'keywords', '&filters[kind]=problem')
  keywordOfRule = keyword?.query
  const rule = { project: anns, name: 'For one keyword', keywords: [keyword?.id] }
  await call(app, ann, 'POST', 'alert-rules', rule)
  await world.drain()
  exported = await exportOf(ann, anns)
})

beforeEach(async () => {
  bea = await signUp(app, `bea-${world.ctx.id()}@example.com`)
  await confirmAddress(world.url, bea)
})

afterAll(async () => {
  await app.close()
  await world.close()
  await rm(world.ctx.dataDir, { recursive: true, force: true })
})

async function exportOf(by: Person, project: string): Promise<string> {
  const { id } = (await call(app, by, 'POST', 'exports', { kind: 'project', project })).json().data
  await world.drain()
  return (await call(app, by, 'GET', `exports/${id}/file`)).body
}

interface Row {
  id: string
  [field: string]: unknown
}

async function rowsOf(by: Person, project: string, resource: string, more = ''): Promise<Row[]> {
  const path = `${resource}?filters[project]=${project}&sort=createdAt:asc&pagination[pageSize]=100${more}`
  return (await call(app, by, 'GET', path)).json().data
}

/** Sends a file as a user. */
function send(file: string | Buffer, { by = bea, path = 'project-imports', key = '' } = {}) {
  const headers = {
    ...by.headers,
    'content-type': 'application/octet-stream',
    ...(key !== '' && { 'idempotency-key': key }),
  }
  return app.inject({ method: 'POST', url: `/api/${path}`, headers, payload: Buffer.from(file) })
}

/** Finishes an import as its job does. */
const importing = (projectId: string) => finishImport(asJob(world.ctx), { projectId })

interface Line {
  type: string
  data: Record<string, unknown>
}

/** Returns the exported file with its lines changed. */
function changed(change: (lines: Line[]) => Line[]): string {
  const lines = exported.trim().split('\n')
  return change(lines.map((line) => JSON.parse(line)))
    .map((line) => JSON.stringify(line))
    .join('\n')
}

/** Returns the exported file with the data of all lines of a type changed. */
const withData = (type: string, data: object) =>
  changed((lines) => lines.map((line) => (line.type === type ? { type, data: { ...line.data, ...data } } : line)))

const projectsOf = async (by: Person): Promise<Row[]> => (await call(app, by, 'GET', 'projects')).json().data

describe('an exported project', () => {
  test('is checked before it is imported', async () => {
    const answer = await send(exported, { path: 'project-file-checks' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toEqual({
      ...{ name: 'Zebrafisch', exportedAt: '2026-11-20T12:00:00.000Z', keywords: 2, competitors: 1, prompts: 1 },
      ...{ views: 2, alertRules: 4, leads: expect.any(Number), posts: expect.any(Number), skipped: 0 },
    })
    expect(await projectsOf(bea)).toEqual([])
  })

  test('becomes a new project with its settings, rules, decisions, and notes', async () => {
    const before = await contentOf(world.ctx, world.url, anns)
    const answer = await send(exported)
    expect(answer.statusCode).toBe(201)
    const { id, ...project } = answer.json().data
    expect(project.status).toBe('draft')
    expect(await rowsOf(bea, id, 'opportunities')).toEqual([])
    await importing(id)
    expect(project).toMatchObject({
      ...{ name: 'Zebrafisch', website: 'Zebrafisch.example', summary: 'All about Zebrafisch' },
      ...{ audience: ['Zebrafisch'], pains: ['Zebrafisch'], communities: ['shared'], realm: 'real' },
      scoreWeights: { fit: 1, intent: 2, window: 0.5 },
    })
    const keywords = await rowsOf(bea, id, 'keywords', '&filters[kind][$ne]=competitor')
    expect(keywords.map(({ query, status }) => `${query} ${status}`).toSorted()).toEqual([
      ...['Zebrafisch active', 'shared active'],
    ])
    expect(await rowsOf(bea, id, 'competitors')).toMatchObject([{ name: 'Zebrafisch rival' }])
    expect(await rowsOf(bea, id, 'prompts')).toMatchObject([{ kind: 'voice', text: 'Zebrafisch is kind', version: 1 }])
    expect(await rowsOf(bea, id, 'canned-replies')).toMatchObject([{ text: 'Hi {author}, Zebrafisch here' }])
    expect(await rowsOf(bea, id, 'saved-views')).toMatchObject([{ name: 'Zebrafisch', params: 'q=Zebrafisch' }])
    expect(await rowsOf(bea, id, 'saved-searches')).toMatchObject([{ name: 'Zebrafisch', query: 'Zebrafisch' }])
    const rules = await rowsOf(bea, id, 'alert-rules', '&populate=*')
    expect(rules.map(({ name }) => name).toSorted()).toEqual([
      ...['Daily digest', 'For one keyword', 'Hot leads'],
      ...['Reminders, tasks, and notes', 'Reminders, tasks, and notes by push', 'Zebrafisch'],
    ])
    expect(rules.find(({ name }) => name === 'For one keyword')).toMatchObject({
      keywords: [keywords.find(({ query }) => query === keywordOfRule)?.id],
    })
    for (const { recipients, destinations } of rules) {
      expect([recipients, destinations]).toEqual([[expect.objectContaining({ id: bea.id })], []])
    }
    const [lead] = await rowsOf(bea, id, 'opportunities', '&filters[state]=rejected&populate=post')
    expect(lead).toMatchObject({
      ...{ saved: true, post: { title: 'Is Zebrafisch any good?' } },
      rejection: { by: 'another member', reason: 'notBuying' },
      save: { by: 'another member' },
    })
    const notes = (await call(app, bea, 'GET', `notes?filters[opportunity]=${lead?.id}&populate=createdBy`)).json().data
    expect(notes).toMatchObject([{ text: 'Zebrafisch said no', createdBy: null }])
    expect(await auditOf(world.ctx, id)).toContain(`user:${bea.id} project.import`)
    expect(await contentOf(world.ctx, world.url, anns)).toEqual(before)

    await world.drain()
    const [scored] = await rowsOf(bea, id, 'opportunities', '&filters[state]=rejected')
    expect(scored?.score).toBeGreaterThan(0)
    const open = await rowsOf(bea, id, 'opportunities', '&filters[state]=new&populate=post')
    expect(open.map(({ post }) => (post as { title: string }).title)).toEqual(['Which shared do you recommend?'])
  })

  test('keeps the name of the one who imports it', async () => {
    const { id } = (await send(exported, { by: ann })).json().data
    await importing(id)
    const [lead] = await rowsOf(ann, id, 'opportunities', '&filters[state]=rejected')
    const [user] = await ask<{ username: string }>(world.url, 'select username from "user" where id = $1', [ann.id])
    expect(lead).toMatchObject({ rejection: { by: user?.username } })
    await call(app, ann, 'DELETE', `projects/${id}`)
    await world.drain()
  })

  test('is imported once per idempotency key, also at once, and the key takes no other file', async () => {
    const answers = await Promise.all([send(exported, { key: 'k1' }), send(exported, { key: 'k1' })])
    // The second is refused, or repeats the first's answer if that is already there.
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, expect.toBeOneOf([201, 409])])
    expect((await send(exported, { key: 'k1' })).statusCode).toBe(201)
    expect((await send(`${exported}\n`, { key: 'k1' })).statusCode).toBe(422)
    expect(await projectsOf(bea)).toHaveLength(1)
  })

  test('is imported as a whole or not at all, whenever the process is killed', async () => {
    const small = changed((lines) => lines.filter(({ type }) => !/^(saved|canned)/.test(type)))
    const run = (ctx: World['ctx']) => {
      const actor = { kind: 'user', userId: bea.id, sessionId: ctx.id(), memberships: [] } as const
      return importProject(actingAs(ctx, actor), Buffer.from(small))
    }
    expect(await killAtEachMoment(world.ctx, run)).toBeGreaterThan(20)
    const projects = await projectsOf(bea)
    // The last run that was killed had already committed.
    expect(projects).toHaveLength(2)
    for (const { id } of projects) {
      expect(await rowsOf(bea, id, 'alert-rules')).toHaveLength(6)
      expect(
        await killAtEachMoment(
          asJob(world.ctx),
          (dying) => finishImport(dying, { projectId: id }),
          async () => {
            const [project] = await ask<{ status: string }>(world.url, 'select status from project where id = $1', [id])
            const leads = await ask(world.url, 'select 1 from opportunity where project_id = $1', [id])
            expect([project?.status, leads.length]).toEqual(leads.length === 0 ? ['draft', 0] : ['processing', 1])
          },
        ),
      ).toBeGreaterThan(20)
      expect(await rowsOf(bea, id, 'opportunities', '&filters[state]=rejected')).toHaveLength(1)
      const backfills = `select 1 from pgboss.job where name = 'backfill' and data->>'projectId' = $1`
      expect(await ask(world.url, backfills, [id])).toHaveLength(1)
      await giveUpImport(asJob(world.ctx), { projectId: id })
    }
    expect(await projectsOf(bea)).toHaveLength(2)
  })

  test('is deleted if its import can’t be finished, or if it was deleted meanwhile', async () => {
    const { id } = (await send(exported)).json().data
    await giveUpImport(asJob(world.ctx), { projectId: id })
    await finishImport(asJob(world.ctx), { projectId: id })
    expect(await projectsOf(bea)).toEqual([])
    await world.drain()
    expect(await ask(world.url, 'select 1 from project where id = $1', [id])).toEqual([])
  })
})

describe('IDs in a file', () => {
  test('reach nothing of another project', async () => {
    const before = await contentOf(world.ctx, world.url, anns)
    const [keyword] = await rowsOf(ann, anns, 'keywords')
    const [lead] = await rowsOf(ann, anns, 'opportunities')
    const file = changed((lines) => [
      ...lines.filter(({ type }) => ['export', 'project'].includes(type)),
      { type: 'alertRule', data: { id: world.ctx.id(), name: 'Forged', keywords: [keyword?.id], projectId: anns } },
      {
        type: 'note',
        data: {
          opportunityId: lead?.id,
          text: 'Forged',
          createdBy: ann.id,
          createdAt: '2026-11-20T12:00:00Z',
          projectId: anns,
        },
      },
      {
        type: 'decision',
        data: {
          opportunityId: lead?.id,
          kind: 'save',
          userId: ann.id,
          reason: null,
          createdAt: '2026-11-20T12:00:00Z',
        },
      },
      { type: 'member', data: { projectId: anns, userId: bea.id, role: 'owner' } },
      { type: 'destination', data: { projectId: anns, name: 'Forged', host: 'example.com' } },
      { type: 'subscription', data: { projectId: anns, status: 'active' } },
    ])
    const answer = await send(file)
    expect(answer.statusCode).toBe(201)
    const { id } = answer.json().data
    await importing(id)
    expect(await rowsOf(bea, id, 'alert-rules', '&filters[kind]=lead&populate=recipients')).toMatchObject([
      { name: 'Forged', keywords: [], status: 'paused', recipients: [] },
    ])
    expect(await rowsOf(bea, id, 'members')).toMatchObject([{ role: 'owner' }])
    for (const resource of ['notes', 'opportunities', 'destinations']) {
      expect(await rowsOf(bea, id, resource)).toEqual([])
    }
    expect(await contentOf(world.ctx, world.url, anns)).toEqual(before)
  })

  test('are replaced by new ones', async () => {
    const { id } = (await send(exported)).json().data
    await importing(id)
    const text = JSON.stringify(await contentOf(world.ctx, world.url, id))
    const old = exported.match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g)
    expect(old?.length).toBeGreaterThan(50)
    expect(old?.filter((each) => text.includes(each))).toEqual([])
  })
})

describe('nothing is imported', () => {
  const header = {
    format: 1,
    kind: 'project',
    projectId: null,
    userId: '01a216e5-5710-70a9-ade9-68aa79ac482f',
    madeAt: '2026-11-20T12:00:00Z',
  }
  const fileWith = (...lines: Line[]) =>
    [{ type: 'export', data: header }, ...lines].map((line) => JSON.stringify(line)).join('\n')
  const notAProject = "This isn't an exported project."

  test.each<[string, () => string | Buffer, string]>([
    ['that is text', () => 'Hello', notAProject],
    ['that is JSON', () => '{"data": []}', notAProject],
    ['that is compressed', () => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 10]), notAProject],
    ['of nothing but line ends', () => '\n\n', 'The file is empty.'],
    ['without a project', () => fileWith(), notAProject],
    [
      'of an account',
      () => withData('export', { kind: 'account' }),
      'This is the export of an account. Export a single project instead.',
    ],
    [
      'of a later format',
      () => withData('export', { format: 2 }),
      'This file has format 2, but this server reads format 1. Update the older server.',
    ],
    [
      'with two projects',
      () => changed((lines) => [...lines, ...lines.filter(({ type }) => type === 'project')]),
      notAProject,
    ],
    ['that was cut off', () => exported.slice(0, -5), 'is damaged. Export the project again.'],
    ['with a line of 2 MB', () => `${exported}${'x'.repeat(2 * 1024 * 1024)}`, 'is too long.'],
    ['with 100,000 brackets', () => `${exported}${'['.repeat(100_000)}`, 'is damaged. Export the project again.'],
    [
      'with bytes that are no text',
      () => Buffer.concat([Buffer.from(exported), Buffer.from([0xff, 0xfe])]),
      'is damaged. Export the project again.',
    ],
    [
      'with a name of 10 kB',
      () => withData('project', { name: 'x'.repeat(10_000) }),
      '(project): name must have at most 100 characters',
    ],
    [
      'with a NUL character',
      () => withData('prompt', { text: 'a\0b' }),
      '(prompt): must not contain the NUL character',
    ],
    [
      'with weights that are no numbers',
      () => withData('project', { scoreWeights: { fit: 'x', intent: 1, window: 1 } }),
      '(project): scoreWeights.fit must be a number',
    ],
    ['with a keyword that can’t be read', () => withData('keyword', { query: '"welding' }), 'Try: '],
    ['with a saved search that can’t be read', () => withData('savedSearch', { query: 'a OR' }), 'Try: '],
    [
      'with a reply that leads elsewhere',
      () => withData('decision', { permalink: 'https://evil.example/r/a/comments/b/_/c/' }),
      'permalink must be the link of a comment on Reddit',
    ],
    [
      'with two views of one name',
      () => changed((lines) => [...lines, ...lines.filter(({ type }) => type === 'savedView')]),
      'A saved view with this name already exists',
    ],
    [
      'with 1,001 keywords',
      () =>
        fileWith(
          ...Array.from({ length: 1001 }, (_, index) => ({
            type: 'keyword',
            data: { id: world.ctx.id(), query: `k${index}` },
          })),
        ),
      'The file has more than 1000 lines of the type keyword.',
    ],
  ])('from a file %s', async (_, file, message) => {
    const answer = await send(file())
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(message)])
    expect(await projectsOf(bea)).toEqual([])
  })

  test('for someone who owns 50 projects', async () => {
    await ask(
      world.url,
      `with added as (
         insert into project (id, name, summary, time_zone, status, created_at, updated_at)
         select gen_random_uuid(), 'P', '', 'UTC', 'draft', now(), now() from generate_series(1, 50) returning id)
       insert into member (project_id, id, user_id, role, created_at, updated_at)
       select id, gen_random_uuid(), '${bea.id}', 'owner', now(), now() from added`,
    )
    const { error } = (await send(exported)).json()
    expect(error).toMatchObject({ status: 409, details: { reason: 'projectLimit' } })
  })

  test('for someone who didn’t confirm their address, who is signed out, or who has a token', async () => {
    const carl = await signUp(app, `carl-${world.ctx.id()}@example.com`)
    expect((await send(exported, { by: carl })).json().error.status).toBe(403)
    const { data } = (await call(app, ann, 'POST', 'api-tokens', { project: anns, name: 'T', scope: 'write' })).json()
    for (const authorization of [undefined, `Bearer ${data.token}`]) {
      const headers = { 'content-type': 'application/octet-stream', ...(authorization && { authorization }) }
      const answer = await app.inject({ method: 'POST', url: '/api/project-imports', headers, payload: 'x' })
      expect(answer.statusCode).toBe(403)
    }
  })
})

test('leads of the sandbox and of deleted posts are left out, and counted', async () => {
  const emptied = changed((lines) =>
    lines.map((line) =>
      line.type === 'opportunity'
        ? { ...line, data: { ...line.data, realm: 'sandbox' } }
        : line.type === 'mention'
          ? { ...line, data: { ...line.data, post: { ...(line.data.post as object), title: '', body: '' } } }
          : line,
    ),
  )
  const summary = (await send(emptied, { path: 'project-file-checks' })).json().data
  expect(summary).toMatchObject({ leads: 0, posts: 0 })
  expect(summary.skipped).toBeGreaterThan(1)
  const { id } = (await send(emptied)).json().data
  await importing(id)
  expect(await rowsOf(bea, id, 'opportunities')).toEqual([])
  expect(await ask(world.url, 'select 1 from import where project_id = $1', [id])).toEqual([])
})
