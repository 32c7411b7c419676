import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { create } from '#tests/support/seed-data.ts'
import { PeopleWorld } from './people-world.ts'

let crm: PeopleWorld
let mara: string
beforeAll(async () => {
  crm = await PeopleWorld.open()
})
afterAll(() => crm.world.close())
beforeEach(async () => {
  await crm.begin()
  mara = (await crm.person('mara')).id
})

const day = (number: number) => `2026-12-0${number}T09:00:00.000Z`
const task = async (text: string, dueAt: string, more: object = {}): Promise<string> =>
  (await create(crm.app, crm.ann, 'tasks', { project: crm.project, person: mara, text, dueAt, ...more })).id
const next = async () => (await crm.read(mara)).nextTask?.text ?? null

describe('a task', () => {
  test('is the next action of its person if it is the earliest open one', async () => {
    expect(await crm.read(mara)).toMatchObject({ nextTaskAt: null, nextTask: null })
    const later = await task('Send a quote', day(3))
    const sooner = await task('Call', day(2))
    expect(await crm.read(mara)).toMatchObject({ nextTaskAt: day(2), nextTask: { id: sooner, text: 'Call' } })
    await crm.send('PUT', `tasks/${sooner}`, { dueAt: day(4) })
    expect(await next()).toBe('Send a quote')
    await crm.send('PUT', `tasks/${later}`, { done: true })
    expect(await next()).toBe('Call')
    await crm.send('PUT', `tasks/${later}`, { done: false })
    expect(await next()).toBe('Send a quote')
    await crm.send('DELETE', `tasks/${later}`)
    await crm.send('DELETE', `tasks/${sooner}`)
    expect(await crm.read(mara)).toMatchObject({ nextTaskAt: null, nextTask: null })
  })

  test('that is done says by whom, and is in the timeline', async () => {
    const id = await task('Call', day(2), { assignee: crm.bob.id })
    crm.world.clock.advance(1000)
    const done = await crm.send('PUT', `tasks/${id}`, { done: true }, crm.bob)
    expect(done.json().data.doneAt).toBe(crm.world.clock.now.toISOString())
    const read = await crm.send('GET', `tasks/${id}?populate=*`)
    expect(read.json().data).toMatchObject({
      ...{ person: { handle: 'mara' }, assignee: { email: crm.bob.email } },
      ...{ doneBy: { email: crm.bob.email }, createdBy: { email: crm.ann.email } },
    })
    expect((await crm.timeline(mara))[0]).toMatchObject({ kind: 'task', text: 'Call', by: crm.bob.email })
    const assignee = async (change: object) =>
      (await crm.send('PUT', `tasks/${id}?populate=assignee`, { assignee: change })).json().data.assignee
    expect(await assignee({ disconnect: [crm.ann.id] })).toMatchObject({ email: crm.bob.email })
    expect(await assignee({ disconnect: [crm.bob.id] })).toBeNull()
  })

  test('of many at once leaves the earliest as the next action', async () => {
    await Promise.all([5, 2, 4, 3, 6].map((number) => task(`Day ${number}`, day(number))))
    expect(await next()).toBe('Day 2')
    const { data } = (await crm.send('GET', `tasks?filters[person]=${mara}&sort=dueAt`)).json()
    await Promise.all(data.slice(0, 3).map(({ id }: { id: string }) => crm.send('PUT', `tasks/${id}`, { done: true })))
    expect(await crm.read(mara)).toMatchObject({ nextTaskAt: day(5), nextTask: { text: 'Day 5' } })
  })

  test('orders and filters people by when it is due', async () => {
    await task('Call', day(2))
    const nils = (await crm.person('nils')).id
    await create(crm.app, crm.ann, 'tasks', { project: crm.project, person: nils, text: 'Call', dueAt: day(1) })
    await crm.person('olga')
    const found = async (query: string) => (await crm.people(query)).map(({ handle }) => handle)
    expect(await found('&sort=nextTaskAt:asc')).toEqual(['nils', 'mara', 'olga'])
    expect(await found(`&filters[nextTaskAt][$lt]=${day(2)}`)).toEqual(['nils'])
    expect(await found('&filters[nextTaskAt][$null]=true')).toEqual(['olga'])
  })

  test('is refused for others, for other people, and without a date', async () => {
    const data = { project: crm.project, person: mara, text: 'Call', dueAt: day(2) }
    expect(await crm.refusals('POST', 'tasks', data)).toEqual([404, 403, 403])
    const faults = [{ dueAt: 'soon' }, { text: '' }, { person: crm.world.ctx.id() }, { assignee: crm.cleo.id }]
    for (const fault of faults) expect((await crm.send('POST', 'tasks', { ...data, ...fault })).statusCode).toBe(400)
    const id = await task('Call', day(2))
    for (const [method, body] of [
      ['PUT', { done: true }],
      ['DELETE', undefined],
      ['GET', undefined],
    ] as const) {
      expect(await crm.refusals(method, `tasks/${id}`, body)).toEqual([404, 403, 403])
    }
    expect((await crm.send('PUT', `tasks/${id}`, { assignee: crm.dora.id })).statusCode).toBe(400)
    expect(await next()).toBe('Call')
  })
})

describe('the timeline', () => {
  test('has notes, messages, leads, replies, and invitations, as they are stored', async () => {
    const lead = await crm.lead('Mara', 'Which pump?')
    crm.world.clock.advance(1000)
    await create(crm.app, crm.ann, 'notes', { project: crm.project, person: mara, text: `<@${crm.bob.id}> knows her` })
    crm.world.clock.advance(1000)
    const message = await crm.wrote(mara, 'Do you ship to Spain?')
    await crm.ask(
      `insert into invitation (project_id, id, person_id, quote, permalink, outside_name, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'DM me', '/r/Welding/comments/1x/', 't3_1x', $3, $3)`,
      [crm.project, mara, new Date('2026-11-20T12:00:00.5Z')],
    )
    await crm.send('PUT', `opportunities/${lead}/reply`, {})
    const entries = await crm.timeline(mara)
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual(
      ['added', 'invitation', 'lead', 'message', 'note', 'reply'].toSorted(),
    )
    expect(entries.find(({ kind }) => kind === 'note')).toMatchObject({ text: `@${crm.bob.email} knows her` })
    expect(entries.find(({ kind }) => kind === 'message')).toMatchObject({
      ...{ id: message, direction: 'in', channel: 'reddit', text: 'Do you ship to Spain?', by: null },
    })
    expect(entries.find(({ kind }) => kind === 'lead')).toMatchObject({
      lead,
      title: 'Which pump?',
      subreddit: 'Welding',
    })
    expect((await crm.timeline(mara, '?kinds=note,lead')).map(({ kind }) => kind)).toEqual(['note', 'lead'])
    const leads = (await crm.send('GET', `people/${mara}/leads`)).json().data
    expect(leads).toMatchObject([{ id: lead, post: { title: 'Which pump?' } }])
    expect(await crm.refusals('GET', `people/${mara}/leads`)).toEqual([404, 403, 403])
  })

  test('comes in pages, each entry once, also of the same moment', async () => {
    await crm.ask(
      `insert into note (project_id, id, person_id, text, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'Note ' || n, $3, $3 from generate_series(1, 119) n`,
      [crm.project, mara, crm.world.clock.now],
    )
    const seen: string[] = []
    let before = ''
    for (const size of [50, 50, 20]) {
      const { data } = (await crm.send('GET', `people/${mara}/timeline${before}`)).json()
      expect(data.entries).toHaveLength(size)
      seen.push(...data.entries.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`))
      before = data.next === null ? '' : `?before=${data.next}`
    }
    expect(before).toBe('')
    expect(new Set(seen).size).toBe(120)
  })

  test('is refused for others, and for positions and kinds that are none', async () => {
    const path = `people/${mara}/timeline`
    expect(await crm.refusals('GET', path)).toEqual([404, 403, 403])
    for (const query of ['before=yesterday', 'before=1.note.2', 'kinds=colour', 'kinds=', 'since=1']) {
      expect((await crm.send('GET', `${path}?${query}`)).statusCode).toBe(400)
    }
  })
})
