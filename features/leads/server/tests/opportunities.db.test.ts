import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RejectionReason } from '#engine/score/component.ts'
import { member } from '#platform/server/tenancy/tables.ts'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  auditOf,
  call,
  jobTransaction,
  type Person,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string
let lead: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
})

beforeEach(async () => {
  project = await setUpProject(app, ann)
  lead = await seedOpportunity(world.ctx, project)
})

afterAll(() => world.close())

type Noun = 'reply' | 'rejection' | 'save'
const put = (noun: Noun, data?: object, person = ann) => call(app, person, 'PUT', `opportunities/${lead}/${noun}`, data)
const undo = (noun: Noun, person = ann) => call(app, person, 'DELETE', `opportunities/${lead}/${noun}`)
const reject = (reason: RejectionReason = 'notBuying', person = ann) => put('rejection', { reason }, person)
const read = async () => (await call(app, ann, 'GET', `opportunities/${lead}`)).json().data
const audit = async () => (await auditOf(world.ctx, project)).slice(1).map((line) => line.split(' ')[1])

const at = () => world.clock.now.toISOString()

describe('rejecting', () => {
  test('returns the whole lead with the user, time and reason', async () => {
    const answer = await reject('wrongPerson')
    expect(answer.statusCode).toBe(200)
    const { data } = answer.json()
    expect(data).toMatchObject({
      id: lead,
      state: 'rejected',
      rejection: { by: 'ann@example.com', at: at(), reason: 'wrongPerson' },
      reply: null,
      save: null,
      saved: false,
      snippet: { text: 'We are looking for a pipe welder.', marks: [[7, 14]] },
    })
    expect(await read()).toEqual(data)
    expect(await audit()).toEqual(['opportunity.reject'])
  })

  test('again for the same reason changes nothing, not even the user and time', async () => {
    const first = (await reject()).json()
    world.clock.advance(60_000)
    const again = await reject()
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(first)
    expect(await audit()).toEqual(['opportunity.reject'])
  })

  test('again for another reason keeps the lead rejected and changes the reason', async () => {
    await reject('notBuying')
    world.clock.advance(60_000)
    const { data } = (await reject('tooOld')).json()
    expect(data).toMatchObject({ state: 'rejected', rejection: { reason: 'tooOld', at: at() } })
    expect(await audit()).toEqual(['opportunity.reject', 'opportunity.reject'])
  })

  test('a replied lead is a conflict and leaves it replied', async () => {
    await put('reply')
    const answer = await reject()
    expect(answer.json()).toEqual({
      data: null,
      error: {
        status: 409,
        name: 'ConflictError',
        message: 'This lead is already marked as replied. Undo that first.',
        details: {},
      },
    })
    expect(await read()).toMatchObject({ state: 'replied', rejection: null })
    expect(await audit()).toEqual(['opportunity.reply'])
  })

  test.each([
    undefined,
    {},
    { reason: 'boring' },
    { reason: null },
    { reason: ['tooOld'] },
    { reason: 'tooOld', by: 'x' },
  ])('with %j is refused', async (data) => {
    expect((await put('rejection', data)).statusCode).toBe(400)
    expect(await read()).toMatchObject({ state: 'new', rejection: null })
  })

  test('can be undone, and undoing it again is no error', async () => {
    await reject()
    for (let round = 0; round < 2; round++) {
      const answer = await undo('rejection')
      expect(answer.statusCode).toBe(200)
      expect(answer.json().data).toMatchObject({ id: lead, state: 'new', rejection: null })
    }
    expect(await audit()).toEqual(['opportunity.reject', 'opportunity.unreject'])
    expect((await put('reply')).json().data.state).toBe('replied')
  })
})

describe('marking as replied', () => {
  test('returns the whole lead, and a repetition changes nothing', async () => {
    const { data } = (await put('reply')).json()
    expect(data).toMatchObject({ state: 'replied', reply: { by: 'ann@example.com', at: at() }, rejection: null })
    world.clock.advance(60_000)
    expect((await put('reply')).json().data).toEqual(data)
    expect(await audit()).toEqual(['opportunity.reply'])
  })

  test('a rejected lead is a conflict', async () => {
    await reject()
    const answer = await put('reply')
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error.message).toBe('This lead is already rejected. Undo that first.')
  })

  test('can be undone', async () => {
    await put('reply')
    expect((await undo('reply')).json().data).toMatchObject({ state: 'new', reply: null })
    expect((await undo('reply')).statusCode).toBe(200)
    expect(await audit()).toEqual(['opportunity.reply', 'opportunity.unreply'])
  })

  test('is not undone by undoing a rejection', async () => {
    await put('reply')
    expect((await undo('rejection')).json().data).toMatchObject({ state: 'replied', reply: { by: 'ann@example.com' } })
  })
})

describe('saving', () => {
  test('works in every state, and a repetition changes nothing', async () => {
    await put('reply')
    const { data } = (await put('save')).json()
    expect(data).toMatchObject({ state: 'replied', saved: true, save: { by: 'ann@example.com', at: at() } })
    world.clock.advance(60_000)
    expect((await put('save')).json().data).toEqual(data)
    expect((await undo('save')).json().data).toMatchObject({ state: 'replied', saved: false, save: null })
    expect((await undo('save')).statusCode).toBe(200)
    expect(await audit()).toEqual(['opportunity.reply', 'opportunity.save', 'opportunity.unsave'])
  })
})

describe('with several users', () => {
  test('one of two concurrent decisions wins, and the other is a conflict', async () => {
    const rounds = Array.from({ length: 10 }, () => [put('reply'), reject()]).flat()
    const answers = await Promise.all(rounds)
    const { state } = await read()
    expect(['replied', 'rejected']).toContain(state)
    const winners = answers.filter((_, index) => (index % 2 === 0) === (state === 'replied'))
    const losers = answers.filter((_, index) => (index % 2 === 0) !== (state === 'replied'))
    expect(winners.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200))
    expect(losers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(409))
    expect(await audit()).toHaveLength(1)
  })

  test('the state matches its row after concurrent decisions and undos', async () => {
    await Promise.all(Array.from({ length: 10 }, () => [reject(), undo('rejection'), put('save'), undo('save')]).flat())
    const { state, rejection, saved, save } = await read()
    expect(state === 'rejected').toBe(rejection !== null)
    expect(saved).toBe(save !== null)
  })

  test("a colleague's decision has their name", async () => {
    const mia = await signUp(app, `mia-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, mia, 'member')
    expect((await reject('advertising', mia)).json().data.rejection.by).toBe(mia.email)
    expect((await undo('rejection')).json().data.rejection).toBeNull()
  })

  test.each(['reply', 'rejection', 'save'] as const)('a client can read a lead but not decide: %s', async (noun) => {
    const cleo = await signUp(app, `cleo-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, cleo, 'client')
    expect((await call(app, cleo, 'GET', `opportunities/${lead}`)).statusCode).toBe(200)
    const data = noun === 'rejection' ? { reason: 'tooOld' } : undefined
    expect((await put(noun, data, cleo)).statusCode).toBe(403)
    expect((await undo(noun, cleo)).statusCode).toBe(403)
    expect(await read()).toMatchObject({ state: 'new', saved: false })
  })

  test('a removed member loses access immediately', async () => {
    const rex = await signUp(app, `rex-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, rex, 'member')
    expect((await call(app, rex, 'GET', `opportunities/${lead}`)).statusCode).toBe(200)
    await removeMember(rex)
    expect((await call(app, rex, 'GET', `opportunities/${lead}`)).statusCode).toBe(404)
    expect((await put('save', undefined, rex)).statusCode).toBe(404)
  })

  test('an unexpected body is refused, but an empty one is not', async () => {
    expect((await put('save', { by: 'x' })).json().error.message).toBe('Invalid key by')
    expect((await put('save', {})).statusCode).toBe(200)
  })
})

async function removeMember(person: Person): Promise<void> {
  await jobTransaction(world.ctx, (tx) => tx.delete(member).where(eq(member.userId, person.id)))
}
