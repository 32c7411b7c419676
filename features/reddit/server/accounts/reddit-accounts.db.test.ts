import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runUpkeep } from '#app/server.ts'
import { actingAs } from '#platform/server/ctx.ts'
import type { Answer, Question } from '#platform/server/services.ts'
import { ask } from '#tests/support/databases.ts'
import { answered, app as redditApp, silentReddit } from '#tests/support/reddit-answers.ts'
import {
  addMember,
  appOf,
  browserOf,
  call,
  type Person,
  password,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'

let world: World
let free: FastifyInstance
let wilma: Person
let bruno: Person
let project: string
/** The requests to Reddit, and its responses by path. */
let questions: Question[]
let answers: Record<string, Answer>

const context = () => ({
  ...world.ctx,
  reddit: {
    ...silentReddit,
    exchange: async (question: Question) => {
      questions.push(question)
      return answers[question.url.pathname] ?? answered(404, {})
    },
  },
})

const granted = {
  access_token: 'a-1',
  refresh_token: 'r-1',
  token_type: 'bearer',
  expires_in: 3600,
  scope: 'identity read',
}

const me = {
  id: '35x',
  name: 'wilma-welds',
  created_utc: 1_600_000_000,
  link_karma: 12,
  comment_karma: 340,
  is_suspended: false,
}

beforeAll(async () => {
  world = await testWorld()
  free = await appOf(context())
  wilma = await signUp(free, 'wilma@example.com')
  bruno = await signUp(free, 'bruno@example.com')
})

beforeEach(async () => {
  questions = []
  answers = {
    '/api/v1/access_token': answered(200, granted),
    '/api/v1/me': answered(200, me),
    '/api/v1/revoke_token': answered(204, ''),
  }
  project = await setUpProject(free, wilma)
})

afterAll(async () => {
  await free.close()
  await world.close()
})

/** Returns the Reddit page to which the user is sent. */
async function begin(by = wilma): Promise<URL> {
  const answer = await call(free, by, 'POST', 'reddit-accounts', { project })
  expect(answer.statusCode).toBe(200)
  return new URL(answer.json().data.page)
}

async function state(by = wilma): Promise<string> {
  return (await begin(by)).searchParams.get('state')!
}

function comeBack(query: Record<string, string>, by: Person | null = wilma): Promise<LightMyRequestResponse> {
  const url = `/connect/reddit/callback?${new URLSearchParams(query)}`
  return free.inject({ method: 'GET', url, headers: by ? { cookie: browserOf(by).cookie } : {} })
}

const noticeUrl = (notice: string) => `/app/settings/project/sources?notice=${notice}`

const list = async () =>
  (await call(free, wilma, 'GET', `reddit-accounts?filters[project][id][$eq]=${project}`)).json().data

const connect = async () => {
  expect((await comeBack({ code: 'c-1', state: await state() })).headers.location).toBe(noticeUrl('reddit-connected'))
  return (await list()).find((each: { name: string }) => each.name === 'wilma-welds')
}

const ofProject = (path: string) => questions.filter(({ url }) => url.pathname === path)

describe('connecting an account', () => {
  test('asks Reddit for permanent read access and returns to the one redirect URI', async () => {
    const { origin, searchParams } = await begin()
    expect(origin).toBe('https://auth.example')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: redditApp.clientId,
      duration: 'permanent',
      redirect_uri: 'http://localhost:3000/connect/reddit/callback',
      scope: 'identity read history mysubreddits privatemessages submit',
    })
  })

  test('twice within a moment opens two pages, each valid for one visit', async () => {
    const inBrowser = () =>
      free.inject({
        method: 'POST',
        url: '/api/reddit-accounts',
        payload: { data: { project } },
        headers: browserOf(wilma),
      })
    const pages = (await Promise.all([inBrowser(), inBrowser()])).map((answer) => answer.json().data.page)
    expect(new Set(pages).size).toBe(2)
  })

  test('yields an account that the team sees, without exposing its token', async () => {
    const account = await connect()
    expect(account).toMatchObject({
      name: 'wilma-welds',
      state: 'connected',
      scopes: ['identity', 'read'],
      karma: 352,
      joinedAt: '2020-09-13T12:26:40.000Z',
      realm: 'real',
    })
    const kept = await ask(world.url, 'select t::text as row from reddit_account t where project_id = $1', [project])
    expect(JSON.stringify([account, kept])).not.toMatch(/"?(?:a-1|r-1)\b/)
    expect(world.logged.join('')).not.toMatch(/\b(?:c-1|r-1)\b/)
    const [entry] = (await call(free, wilma, 'GET', 'audit-entries?sort=id:desc')).json().data
    expect(entry).toMatchObject({ action: 'redditAccount.connect', details: { name: 'wilma-welds' } })
  })

  test('again updates the existing account', async () => {
    const first = await connect()
    await ask(world.url, `update reddit_account set state = 'signIn' where id = $1`, [first.id])
    answers['/api/v1/me'] = answered(200, { ...me, link_karma: 60, comment_karma: null })
    expect(await connect()).toMatchObject({ id: first.id, state: 'connected', karma: null })
    expect(await list()).toHaveLength(1)
  })

  test.each<[string, (state: string) => Promise<LightMyRequestResponse>, string]>([
    [
      'with a used state',
      async (used) => {
        await comeBack({ code: 'c-1', state: used })
        answers = {}
        return comeBack({ code: 'c-1', state: used })
      },
      'reddit-expired',
    ],
    ['with a made-up state', () => comeBack({ code: 'c-1', state: 'account.made-up' }), 'reddit-expired'],
    ['as another user', (begun) => comeBack({ code: 'c-1', state: begun }, bruno), 'reddit-expired'],
    ['signed out', (begun) => comeBack({ code: 'c-1', state: begun }, null), 'reddit-expired'],
    ['after canceling', (begun) => comeBack({ error: 'access_denied', state: begun }), 'reddit-cancelled'],
    ['with another error', (begun) => comeBack({ error: 'invalid_scope', state: begun }), 'reddit-failed'],
  ])('yields no account for a user who returns %s', async (label, back, notice) => {
    const begun = await state()
    expect((await back(begun)).headers.location).toBe(noticeUrl(notice))
    expect(await list()).toHaveLength(label.includes('used') ? 1 : 0)
  })

  test('yields no account after the time limit', async () => {
    const begun = await state()
    await ask(world.url, `update reddit_connecting set expires_at = $1`, [world.ctx.now().toISOString()])
    expect((await comeBack({ code: 'c-1', state: begun })).headers.location).toBe(noticeUrl('reddit-expired'))
    expect(questions).toEqual([])
  })

  test.each<[string, () => void, string]>([
    [
      'the code is invalid',
      () => {
        answers['/api/v1/access_token'] = answered(200, { error: 'invalid_grant' })
      },
      'reddit-failed',
    ],
    [
      'Reddit is down',
      () => {
        answers['/api/v1/access_token'] = answered(503, '')
      },
      'reddit-unavailable',
    ],
    [
      'Reddit grants access for only an hour',
      () => {
        answers['/api/v1/access_token'] = answered(200, { ...granted, refresh_token: undefined })
      },
      'reddit-failed',
    ],
    [
      'the account is suspended',
      () => {
        answers['/api/v1/me'] = answered(200, { ...me, is_suspended: true })
      },
      'reddit-failed',
    ],
    [
      'Reddit fails to return the account',
      () => {
        answers['/api/v1/me'] = answered(502, '')
      },
      'reddit-unavailable',
    ],
  ])('yields no account if %s', async (_what, change, notice) => {
    const begun = await state()
    change()
    expect((await comeBack({ code: 'c-1', state: begun })).headers.location).toBe(noticeUrl(notice))
    expect(await list()).toEqual([])
  })

  test('by a user who has lost the right saves nothing and revokes the token', async () => {
    await addMember(world.ctx, project, bruno, 'admin')
    const begun = await state(bruno)
    await ask(world.url, `update member set role = 'member' where project_id = $1 and user_id = $2`, [
      project,
      bruno.id,
    ])
    expect((await comeBack({ code: 'c-1', state: begun }, bruno)).headers.location).toBe(noticeUrl('reddit-failed'))
    expect(await list()).toEqual([])
    expect(ofProject('/api/v1/revoke_token').map(({ body }) => body)).toEqual([
      'token=r-1&token_type_hint=refresh_token',
    ])
  })

  test.each<[string, () => Promise<LightMyRequestResponse>, number]>([
    [
      'for a signed-out user',
      () => free.inject({ method: 'POST', url: '/api/reddit-accounts', payload: { data: { project } } }),
      403,
    ],
    ["in another user's project", () => call(free, bruno, 'POST', 'reddit-accounts', { project }), 404],
    ['without a project', () => call(free, wilma, 'POST', 'reddit-accounts', {}), 400],
    ['with an account name', () => call(free, wilma, 'POST', 'reddit-accounts', { project, name: 'x' }), 400],
  ])('is refused %s', async (_what, asking, status) => {
    expect((await asking()).statusCode).toBe(status)
  })

  test('is refused if no app is configured', async () => {
    const bare = await appOf(world.ctx)
    const answer = await call(bare, wilma, 'POST', 'reddit-accounts', { project })
    expect(answer.json().error).toMatchObject({
      name: 'ApplicationError',
      message: 'This server has no Reddit app configured',
    })
    await bare.close()
  })
})

describe('disconnecting an account', () => {
  const upkeep = () => runUpkeep(actingAs(context(), { kind: 'job', name: 'upkeep' }))
  const leaving = () => ask(world.url, 'select failures from reddit_leaving')

  test('revokes its grant, as soon as Reddit accepts it', async () => {
    const { id } = await connect()
    expect((await call(free, wilma, 'DELETE', `reddit-accounts/${id}`)).statusCode).toBe(204)
    expect(await list()).toEqual([])
    answers['/api/v1/revoke_token'] = answered(503, '')
    await upkeep()
    expect(await leaving()).toEqual([{ failures: 1 }])
    answers['/api/v1/revoke_token'] = answered(204, '')
    world.clock.advance(15_000)
    await upkeep()
    expect(await leaving()).toEqual([])
    expect(ofProject('/api/v1/revoke_token')).toHaveLength(2)
  })

  test('happens when the user who connected it deletes their own Earshot account', async () => {
    const leaver = await signUp(free, `leaver-${project}@example.com`)
    await addMember(world.ctx, project, leaver, 'admin')
    expect((await comeBack({ code: 'c-1', state: await state(leaver) }, leaver)).headers.location).toBe(
      noticeUrl('reddit-connected'),
    )
    const payload = { password }
    const url = '/api/users/me'
    expect((await free.inject({ method: 'DELETE', url, headers: leaver.headers, payload })).statusCode).toBe(200)
    await world.drain()
    world.clock.advance(120_000)
    await world.drain()
    expect(await list()).toEqual([])
    await upkeep()
    expect(ofProject('/api/v1/revoke_token')).toHaveLength(1)
  })

  test('is not allowed for others', async () => {
    const { id } = await connect()
    await addMember(world.ctx, project, bruno, 'member')
    expect((await call(free, bruno, 'GET', `reddit-accounts/${id}`)).statusCode).toBe(200)
    expect((await call(free, bruno, 'DELETE', `reddit-accounts/${id}`)).statusCode).toBe(403)
    const stranger = await signUp(free, `stranger-${id}@example.com`)
    expect((await call(free, stranger, 'DELETE', `reddit-accounts/${id}`)).statusCode).toBe(404)
    expect(await list()).toHaveLength(1)
  })
})
