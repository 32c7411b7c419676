import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { openDatabase, transaction } from '#platform/server/database/database.ts'
import { seal } from '#platform/server/seal.ts'
import type { Question, RedditService } from '#platform/server/services.ts'
import { ask } from '#tests/support/databases.ts'
import { answered, app } from '#tests/support/reddit-answers.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { ExchangeError } from '../api/exchange.ts'

import { redditAccount } from '../tables.ts'
import { accountTokens, appTokens } from './tokens.ts'

/** A token server: it records requests, and answers once the gate opens. */
class TokenServer {
  readonly questions: Question[] = []
  answer: (form: URLSearchParams) => ReturnType<typeof answered> | Error = () => this.granted()
  gate: Promise<void> = Promise.resolve()
  private count = 0

  granted(more: object = {}) {
    const token = { access_token: `token-${++this.count}`, token_type: 'bearer', expires_in: 3600, scope: '*', ...more }
    return answered(200, token)
  }

  service(clientId: string): RedditService {
    const exchange = async (question: Question) => {
      this.questions.push(question)
      await this.gate
      const answer = this.answer(new URLSearchParams(question.body))
      if (answer instanceof Error) throw answer
      return answer
    }
    return { app: { ...app, clientId }, exchange, realm: 'real' }
  }
}

let world: World
let own: Ctx
let another: Ctx
let server: TokenServer
let service: RedditService
let apps = 0

beforeAll(async () => {
  world = await testWorld()
  own = actingAs(world.ctx, { kind: 'job', name: 'listen' })
  // Another process, with its own connections.
  another = { ...own, db: openDatabase(world.url, { poolSize: 3 }) }
})

beforeEach(() => {
  server = new TokenServer()
  service = server.service(`app-${++apps}`)
})

afterAll(async () => {
  await another.db.close()
  await world.close()
})

const minutes = (count: number) => world.clock.advance(count * 60_000)
const token = (value: string) => ({ state: 'ok', value })

/** Holds Reddit's responses until the returned function is called. */
function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.gate = promise
  return resolve
}

describe('the token of the app', () => {
  test('is requested once, then shared until shortly before it expires', async () => {
    expect(await appTokens(own, service).get()).toEqual(token('token-1'))
    expect(await appTokens(another, service).get()).toEqual(token('token-1'))
    minutes(54)
    expect(await appTokens(another, service).get()).toEqual(token('token-1'))
    minutes(2)
    expect(await appTokens(another, service).get()).toEqual(token('token-2'))
    expect(await appTokens(own, service).get()).toEqual(token('token-2'))
    expect(server.questions).toHaveLength(2)
  })

  test('is requested by one of many concurrent callers; the others retry later', async () => {
    const answer = holdAnswers()
    const first = appTokens(own, service).get()
    await expect.poll(() => server.questions.length).toBe(1)
    const others = await Promise.all([another, own, another].map((ctx) => appTokens(ctx, service).get()))
    expect(others).toEqual(Array(3).fill({ state: 'later', because: 'token', at: own.now().getTime() + 1000 }))
    answer()
    expect(await first).toEqual(token('token-1'))
    expect(await appTokens(another, service).get()).toEqual(token('token-1'))
    expect(server.questions).toHaveLength(1)
  })

  test('stays in use for others while one caller requests the next', async () => {
    await appTokens(own, service).get()
    minutes(57)
    const answer = holdAnswers()
    const first = appTokens(own, service).get()
    await expect.poll(() => server.questions.length).toBe(2)
    expect(await appTokens(another, service).get()).toEqual(token('token-1'))
    answer()
    expect(await first).toEqual(token('token-2'))
  })

  test('is never used again after Reddit rejected it, while a newer one stays', async () => {
    await appTokens(own, service).get()
    await appTokens(own, service).refuse('token-1')
    expect(await appTokens(another, service).get()).toEqual(token('token-2'))
    await appTokens(own, service).refuse('token-1')
    expect(await appTokens(own, service).get()).toEqual(token('token-2'))
  })

  test('is requested again after a lost response, with a delay', async () => {
    server.answer = () => new ExchangeError('slow')
    const at = own.now().getTime() + 15_000
    expect(await appTokens(own, service).get()).toEqual({ state: 'later', because: 'slow', at })
    expect(await appTokens(another, service).get()).toEqual({ state: 'later', because: 'token', at })
    expect(server.questions).toHaveLength(1)
    server.answer = () => server.granted()
    world.clock.advance(15_000)
    expect(await appTokens(another, service).get()).toEqual(token('token-1'))
  })

  test('is used until it expires if it cannot be renewed', async () => {
    await appTokens(own, service).get()
    server.answer = () => answered(503, '')
    minutes(57)
    expect(await appTokens(own, service).get()).toEqual(token('token-1'))
    minutes(3)
    expect(await appTokens(own, service).get()).toMatchObject({ state: 'later', because: 'failing' })
  })

  test('is not requested repeatedly for an app that Reddit rejects', async () => {
    server.answer = () => answered(401, { error: 401 })
    expect(await appTokens(own, service).get()).toMatchObject({ state: 'never', because: 'appRefused' })
    expect(await appTokens(another, service).get()).toMatchObject({ state: 'later', because: 'token' })
    minutes(10)
    await appTokens(another, service).get()
    expect(server.questions).toHaveLength(2)
  })

  test('is requested again if the requesting process dies', async () => {
    const answer = holdAnswers()
    const dying = { ...own, db: openDatabase(world.url, { poolSize: 1 }) }
    const first = appTokens(dying, service).get()
    await expect.poll(() => server.questions.length).toBe(1)
    const [held] = await ask<{ pid: number }>(
      world.url,
      `select pid from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
    )
    await ask(world.url, `select pg_terminate_backend(${held?.pid})`)
    answer()
    await expect(first).rejects.toThrow()
    await dying.db.close()
    // The server releases the dead connection's lock after a moment.
    await expect.poll(() => appTokens(another, service).get()).toEqual(token('token-2'))
  })

  test('is stored only in encrypted form', async () => {
    await appTokens(own, service).get()
    const rows = await ask(world.url, `select t::text from reddit_token t where client_id = '${service.app.clientId}'`)
    expect(JSON.stringify(rows)).not.toContain('token-1')
  })
})

describe('the token of an account', () => {
  const projectId = '01990000-0000-7000-8000-000000000001'
  let account: { projectId: string; id: string }
  beforeAll(() =>
    ask(
      world.url,
      `insert into project (id, name, status, time_zone, created_at, updated_at)
    values ('${projectId}', 'Pipewell', 'done', 'UTC', now(), now())`,
    ),
  )
  beforeEach(async () => {
    account = { projectId, id: own.id() }
    const now = own.now()
    await transaction(own, (tx) =>
      tx.insert(redditAccount).values({
        ...account,
        clientId: service.app.clientId,
        realm: 'real',
        subject: `35x${apps}`,
        name: 'wilma-welds',
        state: 'connected',
        scopes: ['identity'],
        refreshSealed: seal(own, 'reddit refresh', 'refresh-1'),
        createdAt: now,
        updatedAt: now,
      }),
    )
  })
  const get = (ctx = own) => accountTokens(ctx, service, account).get()

  test("is requested with the account's refresh token", async () => {
    expect(await get()).toEqual(token('token-1'))
    expect(await get(another)).toEqual(token('token-1'))
    expect(server.questions.map(({ body }) => body)).toEqual(['grant_type=refresh_token&refresh_token=refresh-1'])
  })

  test('saves a new refresh token if Reddit sends one', async () => {
    server.answer = () => server.granted({ refresh_token: 'refresh-2' })
    await get()
    minutes(60)
    await get(another)
    expect(server.questions.at(-1)!.body).toContain('refresh_token=refresh-2')
  })

  test("is never requested again once the account's grant was revoked", async () => {
    server.answer = () => answered(400, { message: 'Bad Request', error: 400 })
    const refused = { state: 'signIn', because: 'grantRefused' }
    expect(await get()).toEqual(refused)
    expect(await get(another)).toEqual(refused)
    expect(server.questions).toHaveLength(1)
    expect(await ask(world.url, `select state from reddit_account where id = '${account.id}'`)).toEqual([
      { state: 'signIn' },
    ])
  })

  test('does not exist if the secret that sealed its grant is gone', async () => {
    const restored = { ...own, secrets: ['a-secret-that-sealed-nothing-at-all!'] }
    expect(await get(restored)).toEqual({ state: 'signIn', because: 'grantRefused' })
    expect(server.questions).toEqual([])
  })

  test('is not available to another app or project', async () => {
    const strange = { state: 'signIn', because: 'notConnected' }
    expect(await accountTokens(own, server.service('another'), account).get()).toEqual(strange)
    expect(await accountTokens(own, service, { ...account, projectId: own.id() }).get()).toEqual(strange)
    expect(await get(actingAs(own, { kind: 'anonymous' }))).toEqual(strange)
  })

  test('is queued for revocation when the account is deleted in any way', async () => {
    await ask(world.url, `delete from reddit_account where id = '${account.id}'`)
    const left = await ask(world.url, `select failures from reddit_leaving where client_id = '${service.app.clientId}'`)
    expect(left).toEqual([{ failures: 0 }])
    expect(await get()).toEqual({ state: 'signIn', because: 'notConnected' })
  })
})
