import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announce } from '#platform/server/announce.ts'
import { readStream, type StreamReader } from '../api/stream-reader.ts'
import { ask } from '../support/databases.ts'
import { keyInMail } from '../support/mails.ts'
import { addMember, appOf, call, jobTransaction, type Person, password, setUpProject } from '../support/seed-data.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
/** A second web process, which holds the streams and learns of changes only from the database. */
let elsewhere: FastifyInstance
let beat: () => Promise<void>
beforeAll(async () => {
  scene = await openScene()
  elsewhere = await appOf(scene.world.ctx, {
    pulse: (whenever) => {
      beat = whenever
      return () => {}
    },
  })
})
afterAll(async () => {
  await elsewhere.close()
  await scene.close()
})

let owner: Person
let guest: Person
let project: string
let row: string
beforeEach(async () => {
  await ask(scene.world.url, 'delete from throttle')
  owner = await scene.newcomer()
  guest = await scene.newcomer()
  project = await setUpProject(scene.app, owner, { name: scene.word() })
  await addMember(scene.world.ctx, project, guest, 'admin')
  const { data } = (await call(scene.app, owner, 'GET', `members?filters[project]=${project}`)).json()
  row = data.find(({ role }: { role: string }) => role === 'admin').id
})

async function open(person: Person): Promise<StreamReader> {
  const url = `/api/events?project=${project}`
  const answer = await elsewhere.inject({ url, headers: person.headers, payloadAsStream: true })
  expect(answer.statusCode).toBe(200)
  const stream = readStream(answer.stream())
  await expect.poll(() => stream.received()).toMatchObject([{ name: 'position' }])
  return stream
}

const session = async (of: Person, isWanted: (session: { current: boolean }) => boolean): Promise<string> =>
  (await call(scene.app, of, 'GET', 'sessions')).json().data.find(isWanted).id
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  scene.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload, headers })
/** Signs the guest in in another browser. */
const signedInAgain = async () => {
  const { jwt } = (await post('local', { identifier: guest.email, password })).json()
  return { ...guest, jwt, headers: { authorization: `Bearer ${jwt}` } }
}
const fresh = { password: 'another horse battery', passwordConfirmation: 'another horse battery' }

/** The requests that end the guest's stream. */
const endings: [string, () => Promise<{ statusCode: number }>][] = [
  ['the project is deleted', () => call(scene.app, owner, 'DELETE', `projects/${project}`)],
  ['the owner removes the member', () => call(scene.app, owner, 'DELETE', `members/${row}`)],
  ['the member leaves', () => call(scene.app, guest, 'DELETE', `members/${row}`)],
  ['the session is signed out', () => call(scene.app, guest, 'POST', 'auth/logout')],
  [
    'the session is ended from another browser',
    async () => {
      const other = await signedInAgain()
      return call(scene.app, other, 'DELETE', `sessions/${await session(other, ({ current }) => !current)}`)
    },
  ],
  ['all other sessions are signed out', async () => call(scene.app, await signedInAgain(), 'DELETE', 'sessions')],
  ['the password is changed', () => post('change-password', { currentPassword: password, ...fresh }, guest.headers)],
  [
    'the password is reset',
    async () => {
      await post('forgot-password', { email: guest.email })
      return post('reset-password', { code: await keyInMail(scene.world.ctx, guest.email, 'code'), ...fresh })
    },
  ],
  [
    'the address is changed',
    async () => {
      const email = `${scene.word()}@example.com`
      const payload = { email, currentPassword: password }
      await scene.app.inject({ method: 'PUT', url: '/api/users/me', headers: guest.headers, payload })
      const key = await keyInMail(scene.world.ctx, email, 'confirmation')
      return scene.app.inject({ url: `/api/auth/email-confirmation?confirmation=${key}` })
    },
  ],
  [
    'the account is deleted',
    () => scene.app.inject({ method: 'DELETE', url: '/api/users/me', headers: guest.headers, payload: { password } }),
  ],
]

test.each(endings)(
  'once %s, an open stream ends at the next beat, and API tokens stop working unless only a session ended',
  async (what, happens) => {
    const stream = await open(guest)
    const other = await open(owner)
    const { token } = (await call(scene.app, guest, 'POST', 'api-tokens', { project, name: 'Export' })).json().data
    expect((await happens()).statusCode).toBeLessThan(300)
    await jobTransaction(scene.world.ctx, (tx) => announce(scene.world.ctx, tx, 'opportunities', [project]))
    await beat()
    await expect.poll(() => stream.received()).toMatchObject([{ name: 'end', data: {} }])
    await expect.poll(() => stream.ended()).toBe(true)
    const ownerEvents = other.received().map(({ name }) => name)
    expect(ownerEvents).toEqual([what === 'the project is deleted' ? 'end' : 'changes'])
    const status = async (url: string, { authorization }: { authorization: string }) =>
      (await elsewhere.inject({ url, headers: { authorization } })).statusCode
    expect([401, 404]).toContain(await status(`/api/events?project=${project}`, guest.headers))
    expect(await status('/api/keywords', { authorization: `Bearer ${token}` })).toBe(
      what.includes('session') ? 200 : 401,
    )
  },
)
