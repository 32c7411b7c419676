import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CapturedStream } from '#app/cli/captured-output.ts'
import { printFeedback } from '#app/cli/feedback.ts'
import { JsonLines } from '#app/cli/output.ts'
import { accountParts } from '#features/privacy/server/export/contents.ts'
import { linesOf } from '#features/privacy/server/export/rows.ts'
import { ask } from '#tests/support/databases.ts'
import { appOf, browserOf, call, jobTransaction, type Person, password, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
/** An app without a feedback address. */
let quiet: FastifyInstance
let ann: Person
let bob: Person

beforeAll(async () => {
  world = await testWorld()
  app = await appOf({ ...world.ctx, feedbackEmail: 'hello@leads.example' })
  quiet = await appOf(world.ctx)
  ann = await signUp(app, 'ann@example.com')
  bob = await signUp(app, 'bob@example.com')
  await world.drain()
  world.mails.length = 0
})

afterEach(async () => {
  await ask(world.url, 'delete from feedback')
  await ask(world.url, 'delete from throttle')
  await world.drain()
  world.mails.length = 0
})

afterAll(async () => {
  await app.close()
  await quiet.close()
  await world.close()
})

const idea = { kind: 'idea', text: 'Show the <b>thread</b>.\nAnd who answered.', page: '/app/opportunities' }
const sendFeedback = (by: Person, data: object = idea, to = app) => call(to, by, 'POST', 'feedback', data)
const storedFeedback = () => ask(world.url, 'select user_id, kind, text, page from feedback order by id')

describe('feedback', () => {
  test('is stored, confirmed and emailed to the operator', async () => {
    const answer = await sendFeedback(ann)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toMatchObject({ ...idea, createdAt: '2026-11-20T12:00:00.000Z' })
    expect(await storedFeedback()).toEqual([{ user_id: ann.id, ...idea }])
    await world.drain()
    expect(world.mails).toMatchObject([{ to: 'hello@leads.example', subject: 'Feedback: an idea' }])
    expect(world.mails[0]?.text).toContain('From: ann@example.com')
    expect(world.mails[0]?.text).toContain('Show the <b>thread</b>.\n\nAnd who answered.')
    expect(world.mails[0]?.text).toContain('Page: http://localhost:3000/app/opportunities')
    expect(world.mails[0]?.html).not.toContain('<b>thread</b>')
  })

  test('is only stored if no address is configured', async () => {
    expect((await sendFeedback(ann, { kind: 'praise', text: 'Good' }, quiet)).statusCode).toBe(201)
    await world.drain()
    expect([await storedFeedback(), world.mails]).toEqual([
      [{ user_id: ann.id, kind: 'praise', text: 'Good', page: null }],
      [],
    ])
  })

  test('requires a signed-in user', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/feedback', payload: { data: idea } })
    expect([answer.statusCode, await storedFeedback()]).toEqual([403, []])
  })

  test('is refused from a page of another site', async () => {
    const headers = { ...browserOf(ann), origin: 'https://other.example' }
    const answer = await app.inject({ method: 'POST', url: '/api/feedback', headers, payload: { data: idea } })
    expect([answer.statusCode, await storedFeedback()]).toEqual([403, []])
  })

  test.each<[string, object]>([
    ['without text', { kind: 'idea', text: '  ' }],
    ['over the length limit', { kind: 'idea', text: 'a'.repeat(4001) }],
    ['of an unknown kind', { kind: 'order', text: 'Hi' }],
    ['about a page of another site', { kind: 'idea', text: 'Hi', page: 'https://other.example/' }],
    ['about a page with a code in its URL', { kind: 'idea', text: 'Hi', page: '/auth/reset-password?code=abc' }],
    ['in the name of another user', { kind: 'idea', text: 'Hi', user: 'bob' }],
    ['with a NUL character', { kind: 'idea', text: 'Hi\u0000' }],
  ])('%s is refused', async (_, data) => {
    expect((await sendFeedback(ann, data)).statusCode).toBe(400)
    expect(await storedFeedback()).toEqual([])
  })

  test('is limited to twenty per hour and user', async () => {
    const statuses = []
    for (let said = 0; said < 21; said++) statuses.push((await sendFeedback(ann)).statusCode)
    expect(statuses.filter((status) => status === 201).length).toBe(20)
    expect(statuses.at(-1)).toBe(429)
    expect((await sendFeedback(bob)).statusCode).toBe(201)
  })
})

describe('stored feedback', () => {
  test("is in its author's export and in no other", async () => {
    await sendFeedback(ann)
    const part = accountParts.find(({ type }) => type === 'feedback')
    if (!part) throw new Error('no such part')
    const linesFor = (person: Person) =>
      jobTransaction(world.ctx, async (tx) => {
        const lines: string[] = []
        for await (const some of linesOf(tx, part, { [part.by]: person.id })) lines.push(...some)
        return lines.map((line) => JSON.parse(line).data.text)
      })
    expect([await linesFor(ann), await linesFor(bob)]).toEqual([[idea.text], []])
  })

  test('is printed for the operator with its author', async () => {
    await sendFeedback(ann)
    await sendFeedback(bob, { kind: 'problem', text: 'It\u001b[2J broke' })
    const paper = new CapturedStream()
    await printFeedback(world.ctx, new JsonLines(paper))
    expect(
      paper.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { ...idea, email: ann.email, createdAt: '2026-11-20T12:00:00.000Z' },
      { kind: 'problem', page: null, email: bob.email },
    ])
    expect(paper.text).not.toContain('\u001b')
  })

  test('cannot be read through the API', async () => {
    await sendFeedback(ann)
    expect((await call(app, ann, 'GET', 'feedback')).statusCode).toBe(404)
  })

  test('is deleted with the account, along with unsent emails about it', async () => {
    const carl = await signUp(app, 'carl@example.com')
    await sendFeedback(carl)
    await sendFeedback(ann)
    const answer = await app.inject({
      method: 'DELETE',
      url: '/api/users/me',
      headers: carl.headers,
      payload: { password },
    })
    expect(answer.statusCode).toBeLessThan(300)
    expect((await storedFeedback()).map(({ user_id }) => user_id)).toEqual([ann.id])
    expect(await ask(world.url, `select from mail where subject like '%carl%'`)).toEqual([])
  })
})
