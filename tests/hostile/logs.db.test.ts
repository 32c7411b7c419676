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
/** Whatever was sent or answered that opens something, or says who somebody is. */
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
/** Of the projects' writes, those that have to do with who somebody is. */
const members = ['membersCreate', 'acceptancePut', 'invitationPut', 'membersDelete', 'apiTokensCreate']
const identity = [...Object.keys(identityWrites), ...members].map((name): [string, Endpoint] => [
  name,
  Object.entries<Endpoint>(endpoints).find(([each]) => each === name)![1],
])

/** The server, of which every request and answer is searched for secrets. */
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

/** What a path may hold, or is told to everybody: ids, words of notices and scopes, pages. */
const harmless = /^([\da-f]{8}-[\da-f-]{27}|[a-z_-]+|Bearer|\/app.*|https?:.*)$/

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : []
}

/** The keys in mails that were sent or wait for it. */
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

/** The same request, of which something is wrong: a letter too much in whatever is a text. */
function spoilt(request: InjectOptions): InjectOptions {
  const { payload, headers = {} } = request
  if (typeof payload !== 'string') return { ...request, headers: { ...headers, authorization: 'Bearer nobodys-token' } }
  return { ...request, payload: payload.replaceAll(/":"([^"]*)"/g, '":"$1x"') }
}

/** Takes a table away while something is done that needs it, so that the database refuses it with all that was sent. */
async function without(table: string, work: () => Promise<unknown>): Promise<void> {
  await ask(scene.world.url, `alter table ${table} rename to gone`)
  await work()
  await ask(scene.world.url, `alter table gone rename to ${table}`)
}

async function social(): Promise<void> {
  for (const provider of ['google', 'github', 'reddit'] as const) {
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

test('of all that people do to sign up, in, out and over, the log holds nothing that opens or names anything', async () => {
  for (const [name, endpoint] of identity) {
    await ask(scene.world.url, 'delete from throttle')
    const write = await writes[name]!(scene)
    const request = plainRequest(endpoint, write)
    const statuses: number[] = []
    const say = async (sent: InjectOptions) => void statuses.push((await send(scene, sent)).statusCode)
    await say(spoilt(request))
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
  // Something of everything was there to be found, and all of it went past the log.
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
