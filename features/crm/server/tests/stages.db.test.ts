import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmAddress } from '#tests/support/seed-data.ts'
import { PeopleWorld } from './people-world.ts'

let crm: PeopleWorld
beforeAll(async () => {
  crm = await PeopleWorld.open()
})
afterAll(() => crm.world.close())
beforeEach(() => crm.begin())

const keys = async () => (await crm.stages()).map(({ key }) => key)
const defaults = ['new', 'contacted', 'inConversation', 'qualified', 'won', 'lost']

describe('the stages of a project', () => {
  test('are six at first, with a kind each', async () => {
    const stages = await crm.stages()
    expect(stages.map(({ key, name, kind, position }) => [key, name, kind, position])).toEqual([
      ['new', 'New', 'open', 1],
      ['contacted', 'Contacted', 'open', 2],
      ['inConversation', 'In conversation', 'open', 3],
      ['qualified', 'Qualified', 'open', 4],
      ['won', 'Won', 'won', 5],
      ['lost', 'Lost', 'lost', 6],
    ])
  })

  test('are added, renamed, moved, and deleted, and keep their keys', async () => {
    const demo = { project: crm.project, name: 'Demo booked', position: 4 }
    const { id, key } = (await crm.send('POST', 'person-stages', demo)).json().data
    expect(key).toBe('demoBooked')
    expect(await keys()).toEqual([...defaults.slice(0, 3), 'demoBooked', ...defaults.slice(3)])
    const renamed = await crm.send('PUT', `person-stages/${id}`, { name: 'Trial', kind: 'won', position: 1 })
    expect(renamed.json().data).toMatchObject({ key, name: 'Trial', kind: 'won', position: 1 })
    expect(await keys()).toEqual(['demoBooked', ...defaults])
    await crm.send('PUT', `person-stages/${id}`, { position: 12 })
    expect(await keys()).toEqual([...defaults, 'demoBooked'])
    expect((await crm.send('DELETE', `person-stages/${id}`)).statusCode).toBe(204)
    expect((await crm.stages()).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('are at most twelve, and names are unique', async () => {
    for (let at = 7; at <= 12; at++) {
      await crm.send('POST', 'person-stages', { project: crm.project, name: `Stage ${at}` })
    }
    const thirteenth = await crm.send('POST', 'person-stages', { project: crm.project, name: 'One more' })
    expect(thirteenth.json().error).toMatchObject({ status: 409, message: expect.stringContaining('at most 12') })
    const { id } = await crm.stage('stage12')
    const taken = await crm.send('PUT', `person-stages/${id}`, { name: 'CONTACTED' })
    expect(taken.json().error).toMatchObject({ status: 400, message: 'A stage with this name already exists' })
  })

  test('are at most twelve, also if many are added at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        crm.send('POST', 'person-stages', { project: crm.project, name: `Stage ${at}` }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...Array(6).fill(201),
      ...Array(4).fill(409),
    ])
    expect((await crm.stages()).map(({ position }) => position)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1))
  })

  test('begin with an open one that stays', async () => {
    const { id } = await crm.stage('new')
    expect((await crm.send('DELETE', `person-stages/${id}`)).statusCode).toBe(409)
    expect((await crm.send('PUT', `person-stages/${id}`, { kind: 'won' })).statusCode).toBe(400)
    expect((await crm.send('PUT', `person-stages/${id}`, { name: 'Fresh' })).json().data.key).toBe('new')
  })

  test('are closed to strangers and clients', async () => {
    const { id } = await crm.stage('contacted')
    expect(await crm.refusals('PUT', `person-stages/${id}`, { name: 'Mine' })).toEqual([404, 403, 403])
    expect(await crm.refusals('DELETE', `person-stages/${id}`)).toEqual([404, 403, 403])
  })
})

describe('an imported project', () => {
  const exported = (stages: object[]) => {
    const head = { format: 1, kind: 'project', userId: crm.ann.id, madeAt: crm.world.clock.now.toISOString() }
    const project = { name: 'Pipewell', summary: '', scoreWeights: { fit: 1, intent: 1, window: 1 } }
    const lines = [
      ...[
        { type: 'export', data: head },
        { type: 'project', data: project },
      ],
      ...stages.map((data) => ({ type: 'personStage', data })),
    ]
    return Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  }
  const load = (stages: object[]) => {
    const headers = { ...crm.ann.headers, 'content-type': 'application/octet-stream' }
    return crm.app.inject({ method: 'POST', url: '/api/project-imports', headers, payload: exported(stages) })
  }
  const fresh = { key: 'new', name: 'Fresh', kind: 'open', position: 1 }
  const demo = { key: 'demoBooked', name: 'Demo', kind: 'won', position: 2 }

  test('has the stages of its file in place of the first ones', async () => {
    await confirmAddress(crm.world.url, crm.ann)
    const { id } = (await load([demo, fresh])).json().data
    crm.project = id
    expect((await crm.stages()).map(({ key, name, kind, position }) => ({ key, name, kind, position }))).toEqual([
      ...[fresh, demo],
    ])
    crm.project = (await load([])).json().data.id
    expect(await keys()).toEqual(defaults)
  })

  test.each<[string, object[]]>([
    ['without the first one', [demo]],
    ['with a first one that is won', [{ ...fresh, kind: 'won' }]],
    ['with a key twice', [fresh, demo, { ...demo, name: 'Trial' }]],
    ['with a name twice', [fresh, demo, { ...demo, key: 'trial', name: 'DEMO' }]],
    ['with a damaged key', [fresh, { ...demo, key: 'demo booked' }]],
  ])('is refused with stages %s', async (_how, stages) => {
    await confirmAddress(crm.world.url, crm.ann)
    expect((await load(stages)).statusCode).toBe(400)
  })
})

describe('a stage with people', () => {
  test('is deleted only with the stage that they move to, and campaigns follow', async () => {
    const mara = await crm.person('mara', { stage: 'qualified' })
    const steps = [{ text: 'Hello' }]
    const campaign = { project: crm.project, name: 'Welders', steps, stages: ['qualified', 'contacted'] }
    const { id: campaignId } = (await crm.send('POST', 'campaigns', campaign)).json().data
    const { id } = await crm.stage('qualified')
    expect((await crm.send('DELETE', `person-stages/${id}`)).json().error).toMatchObject({ status: 409 })
    for (const moveTo of [id, crm.project, crm.world.ctx.id()]) {
      expect((await crm.send('DELETE', `person-stages/${id}?moveTo=${moveTo}`)).statusCode).toBe(400)
    }
    crm.world.clock.advance(1000)
    const next = await crm.stage('contacted')
    expect((await crm.send('DELETE', `person-stages/${id}?moveTo=${next.id}`)).statusCode).toBe(204)
    const moved = await crm.read(mara.id)
    expect(moved).toMatchObject({ stage: 'contacted', stageSince: crm.world.clock.now.toISOString() })
    expect((await crm.send('GET', `campaigns/${campaignId}`)).json().data.stages).toEqual(['contacted'])
    const [entry] = await crm.timeline(mara.id)
    expect(entry).toMatchObject({ kind: 'stage', from: 'qualified', to: 'contacted', by: crm.ann.email })
  })

  test('keeps nobody who moves into it while it is deleted', async () => {
    const people = await Promise.all(['mara', 'nils', 'olga', 'pete'].map((handle) => crm.person(handle)))
    const [from, to] = [await crm.stage('qualified'), await crm.stage('contacted')]
    const [deletion, ...moves] = await Promise.all([
      crm.send('DELETE', `person-stages/${from.id}?moveTo=${to.id}`),
      ...people.map(({ id }) => crm.send('PUT', `people/${id}`, { stage: 'qualified' })),
    ])
    expect(deletion?.statusCode).toBe(204)
    for (const [at, { statusCode }] of moves.entries()) {
      expect([200, 400]).toContain(statusCode)
      expect((await crm.read(people[at]!.id)).stage).toBe(statusCode === 200 ? 'contacted' : 'new')
    }
  })
})

describe('a person', () => {
  test('is only in stages of the project', async () => {
    const mara = await crm.person('mara')
    for (const stage of ['friend', 'Contacted', '']) {
      expect((await crm.send('PUT', `people/${mara.id}`, { stage })).statusCode).toBe(400)
    }
  })

  test('has a history of stages, owners, values, and wishes, newest first', async () => {
    const mara = await crm.person('mara')
    const changes = [
      { stage: 'qualified' },
      { owner: crm.bob.id },
      { value: 120_050, currency: 'EUR' },
      { doNotContact: true },
      { doNotContact: true, stage: 'qualified' },
    ]
    for (const change of changes) {
      crm.world.clock.advance(1000)
      expect((await crm.send('PUT', `people/${mara.id}`, change)).statusCode).toBe(200)
    }
    const by = crm.ann.email
    expect(await crm.timeline(mara.id)).toMatchObject([
      { kind: 'doNotContact', isSet: true, by },
      { kind: 'value', value: 120_050, currency: 'EUR', by },
      { kind: 'owner', to: crm.bob.email, by },
      { kind: 'stage', from: 'new', to: 'qualified', by },
      { kind: 'added', how: 'byHand', by },
    ])
  })

  test('is listed by stage, tag, owner, value, date, and place on the board', async () => {
    const since = crm.world.clock.now.toISOString()
    await crm.person('mara', { stage: 'won', tags: ['Hot', 'pipes'], value: 500, currency: 'EUR' })
    crm.world.clock.advance(60_000)
    await crm.person('nils', { stage: 'contacted', tags: ['cold'], owner: crm.bob.id })
    await crm.person('olga', { stage: 'new', value: 100, currency: 'EUR' })
    const found = async (query: string) => (await crm.people(query)).map(({ handle }) => handle)
    expect(await found('&sort=stagePosition:asc')).toEqual(['olga', 'nils', 'mara'])
    expect(await found('&sort=value:desc')).toEqual(['mara', 'olga', 'nils'])
    expect(await found('&filters[tags]=pipes')).toEqual(['mara'])
    expect(await found('&filters[tags][$eqi]=hot')).toEqual(['mara'])
    expect(await found('&filters[$not][tags]=pipes&sort=handle')).toEqual(['nils', 'olga'])
    expect(await found(`&filters[owner]=${crm.bob.id}`)).toEqual(['nils'])
    expect(await found(`&filters[stageSince][$gt]=${since}&sort=handle`)).toEqual(['nils', 'olga'])
    expect(await found('&filters[stagePosition][$lte]=2&sort=handle')).toEqual(['nils', 'olga'])
  })

  test('counts in the totals of their stage, with what the list filters', async () => {
    await crm.person('mara', { value: 500, currency: 'EUR', tags: ['hot'] })
    await crm.person('nils', { value: 250, currency: 'EUR' })
    await crm.person('olga', { value: 100, currency: 'USD', tags: ['hot'] })
    await crm.person('pete', { stage: 'won' })
    const totals = async (query = '') =>
      (await crm.send('GET', `people-totals?filters[project]=${crm.project}${query}`)).json().data
    const both = [
      { currency: 'EUR', sum: 750 },
      { currency: 'USD', sum: 100 },
    ]
    expect(await totals()).toEqual([
      { stage: 'new', people: 3, values: both },
      { stage: 'won', people: 1, values: [] },
    ])
    const hot = [
      { currency: 'EUR', sum: 500 },
      { currency: 'USD', sum: 100 },
    ]
    expect(await totals('&filters[tags]=hot')).toEqual([{ stage: 'new', people: 2, values: hot }])
    const path = `people-totals?filters[project]=${crm.project}`
    expect((await crm.send('GET', path, undefined, crm.dora)).json().data).toEqual([])
    expect((await crm.send('GET', path, undefined, crm.cleo)).statusCode).toBe(403)
    expect(await crm.signedOut('GET', path)).toBe(403)
    expect((await crm.send('GET', 'people-totals?filters[colour]=red')).statusCode).toBe(400)
  })
})

describe('several people', () => {
  const change = (data: object, by = crm.ann) => crm.send('PUT', `projects/${crm.project}/changed-people`, data, by)

  test('change together, and those who are so already are left alone', async () => {
    const mara = await crm.person('mara', { tags: ['cold', 'pipes'] })
    const nils = await crm.person('nils', { stage: 'qualified', tags: ['pipes', 'hot'], owner: crm.bob.id })
    const data = { stage: 'qualified', owner: crm.bob.id, addTags: ['hot'], removeTags: ['cold'] }
    const answer = await change({ people: [mara.id, nils.id, crm.world.ctx.id()], ...data })
    expect(answer.json().data).toEqual({ changed: [mara.id] })
    expect(await crm.read(mara.id)).toMatchObject({ stage: 'qualified', tags: ['pipes', 'hot'] })
    expect(await crm.read(nils.id)).toMatchObject({ stage: 'qualified', tags: ['pipes', 'hot'] })
  })

  test('are refused as a whole', async () => {
    const mara = await crm.person('mara')
    const full = await crm.person('nils', { tags: Array.from({ length: 20 }, (_, at) => `tag ${at}`) })
    expect((await change({ people: [mara.id, full.id], addTags: ['one more'] })).statusCode).toBe(400)
    expect((await change({ people: [mara.id], stage: 'friend' })).statusCode).toBe(400)
    expect((await change({ people: [mara.id], owner: crm.dora.id })).statusCode).toBe(400)
    expect((await change({ people: [] })).statusCode).toBe(400)
    expect((await crm.read(mara.id)).tags).toEqual([])
    const data = { people: [mara.id], stage: 'won' }
    const path = `projects/${crm.project}/changed-people`
    expect(await crm.refusals('PUT', path, data)).toEqual([404, 403, 403])
    expect((await crm.read(mara.id)).stage).toBe('new')
  })
})
