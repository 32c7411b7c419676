import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ask } from '../support/databases.ts'
import { confirmAddress, setUpProject } from '../support/seed-data.ts'
import { Visitor } from '../support/visitor.ts'
import { identityWrites } from './identity-writes.ts'
import { projectWrites } from './project-writes.ts'
import { browserRequest, inProject, openScene, plainRequest, type Scene, send } from './scene.ts'

let scene: Scene
/** The credentials and personal data in all requests and responses. */
const secrets = new Set<string>()
beforeAll(async () => {
  const opened = await openScene()
  const app = watched(opened.app)
  const newcomer = async () => {
    const person = await opened.newcomer()
    for (const word of [person.jwt, person.email]) secrets.add(word)
    return person
  }
  const owner = await newcomer()
  await confirmAddress(opened.world.url, owner)
  scene = inProject({ ...opened, app, newcomer, owner }, await setUpProject(app, owner))
})
afterAll(() => scene.close())

const writes = { ...identityWrites, ...projectWrites }
/** The project writes that concern the identity of users. */
const members = ['membersCreate', 'acceptancePut', 'invitationPut', 'membersDelete', 'apiTokensCreate']
const identity = [...Object.keys(identityWrites), ...members].map((name): [string, Endpoint] => [
  name,
  Object.entries<Endpoint>(endpoints).find(([each]) => each === name)![1],
])

/** Returns the server wrapped to collect the secrets of every request and response. */
function watched(app: FastifyInstance): FastifyInstance {
  const inject = async (options: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const request = typeof options === 'string' ? { url: options } : options
    const answer = await app.inject(request)
    learn(request, answer)
    return answer
  }
  return new Proxy(app, { get: (target, key) => (key === 'inject' ? inject : Reflect.get(target, key)) })
}

function learn({ url, headers = {}, payload }: InjectOptions, answer: LightMyRequestResponse): void {
  const addresses = [String(url), String(answer.headers.location ?? '')]
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    ['cookie', 'authorization'].includes(name) ? String(value).split(/[;= ]+/) : [],
  )
  const words = [
    ...addresses.flatMap((address) => [...new URLSearchParams(address.split('?')[1]).values()]),
    ...sent,
    ...answer.cookies.map(({ value }) => value),
    ...wordsIn(typeof payload === 'string' ? JSON.parse(payload) : payload),
    ...[...answer.body.matchAll(/"(?:jwt|token|email)":"([^"]+)"/g)].map(([, word]) => word!),
  ]
  for (const word of words) if (word.length >= 8 && !harmless.test(word)) secrets.add(word)
}

/** Values that may be public: IDs, words of notices and scopes, and pages. */
const harmless = /^([\da-f]{8}-[\da-f-]{27}|[a-z_-]+|Bearer|\/app.*|https?:.*)$/

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : []
}

/** Returns the keys in sent and queued mails. */
async function mailed(): Promise<string[]> {
  const waiting = await ask<{ text: string }>(scene.world.url, `select coalesce(body_text, '') as text from mail`)
  const texts = [...waiting.map(({ text }) => text), ...scene.world.mails.map(({ text }) => text)]
  return texts.flatMap((text) => [
    ...[...text.matchAll(/[?&](?:code|confirmation|invitation)=([\w.-]+)/g)].flatMap(
      ([, key]) => key!.split('.').at(-1)!,
    ),
    ...[...text.matchAll(/Your code is (\d{4} \d{4})/g)].flatMap(([, code]) => [code!, code!.replace(' ', '')]),
  ])
}

/** Returns an invalid version of the request, with an extra letter in each text. */
function withInvalidTexts(request: InjectOptions): InjectOptions {
  const { payload, headers = {} } = request
  if (typeof payload !== 'string') return { ...request, headers: { ...headers, authorization: 'Bearer nobodys-token' } }
  return { ...request, payload: payload.replaceAll(/":"([^"]*)"/g, '":"$1x"') }
}

/** Renames a table while work runs that needs it, so that the database error contains the whole query. */
async function without(table: string, work: () => Promise<unknown>): Promise<void> {
  await ask(scene.world.url, `alter table ${table} rename to gone`)
  await work()
  await ask(scene.world.url, `alter table gone rename to ${table}`)
}

async function social(): Promise<void> {
  for (const provider of ['google', 'github', 'reddit', 'oidc'] as const) {
    const visitor = new Visitor(scene.app, scene.outside)
    const back = await visitor.choose(provider, 'wilma')
    await visitor.get(back)
    await visitor.get(back)
    await visitor.signIn(provider, '')
    await visitor.get(`/api/auth/${provider}/callback?access_token=${await scene.outside.token(provider, 'wilma')}`)
    await visitor.get(`/auth/${provider}/callback?access_token=brought-along-by-a-page`)
    await without('social_attempt', () => visitor.get(back))
  }
}

test('the logs of all authentication flows contain no secrets or personal data', async () => {
  for (const [name, endpoint] of identity) {
    await ask(scene.world.url, 'delete from throttle')
    const write = await writes[name]!(scene)
    const request = plainRequest(endpoint, write)
    const statuses: number[] = []
    const say = async (sent: InjectOptions) => void statuses.push((await send(scene, sent)).statusCode)
    await say(withInvalidTexts(request))
    for (const table of ['user_code', '"user"']) await without(table, () => say(request))
    for (const origin of ['https://evil.example', 'http://localhost:3000']) {
      await say(browserRequest(endpoint, write, origin))
    }
    await say(request)
    expect([name, statuses.some((status) => status < 300)]).toEqual([name, true])
    for (const key of (await mailed()).filter((each) => !secrets.has(each))) {
      secrets.add(key)
      const confirm = `/api/auth/email-confirmation?confirmation=${key}`
      await send(scene, { url: confirm, headers: { accept: 'text/html' } })
      await send(scene, { url: `/auth/reset-password?code=${key}` })
    }
    await scene.world.drain()
  }
  await social()

  const log = scene.world.logged.join('\n')
  // Secrets of every kind were collected, and all of them were in logged requests.
  expect(secrets.size).toBeGreaterThan(100)
  for (const kind of [/^eyJ/, /^esk_/, /@/, /^\d{4} \d{4}$/, /^[\w-]{43}$/, / /]) {
    expect([kind, [...secrets].some((secret) => kind.test(secret))]).toEqual([kind, true])
  }
  expect(
    log.match(/"path":"\/api\/auth\/(local|reset-password|email-confirmation|pending-identity\/code)"/g)!.length,
  ).toBeGreaterThan(50)
  expect(log).toMatch(/"code":"42P01"/)
  for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false])
  expect(log).not.toMatch(/argon2|@|%40|127\.0\.0\.1|esk_|eyJ[\w-]{10}/)
}, 240_000)
