import { newBrowser } from '#features/alerts/server/push/factories.ts'
import { ask } from '../support/databases.ts'
import { keyInMail } from '../support/mails.ts'
import { confirmAddress, create, type Person, password, signUp } from '../support/seed-data.ts'
import { Visitor } from '../support/visitor.ts'
import type { Scene, Write } from './scene.ts'

type Prepare = (scene: Scene) => Promise<Write>

const newPassword = 'another horse battery'
const post = (scene: Scene, path: string, payload: object) =>
  scene.app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })

/** Returns a browser that is asked for an address after signing in with Reddit, and the mailed code. */
async function waiting(scene: Scene): Promise<{ cookie: string; code: () => Promise<string> }> {
  await ask(scene.world.url, 'delete from social_identity')
  const visitor = new Visitor(scene.app, scene.outside)
  await visitor.signIn('reddit', 'wilma')
  const cookie = [...visitor.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  return {
    cookie,
    code: async () => {
      const email = `${scene.word()}@pipewell.example`
      await visitor.post('/api/auth/pending-identity/email', { email })
      await scene.world.drain()
      const sent = scene.world.mails.find(({ to }) => to === email)
      return /Your code is (\d{4} \d{4})\./.exec(sent?.text ?? '')?.[1] ?? ''
    },
  }
}

/** Returns a new user with a second session, and the ID of that session. */
async function signedInTwice(scene: Scene): Promise<{ by: Person; other: string }> {
  const by = await scene.newcomer()
  await post(scene, 'local', { identifier: by.email, password })
  const { data } = (await scene.app.inject({ url: '/api/sessions', headers: by.headers })).json()
  const other = data.find(({ current }: { current: boolean }) => !current)
  return { by, other: other.id }
}

/** Returns a new user with a password and a linked account, and the ID of that account. */
async function linked(scene: Scene): Promise<{ by: Person; identity: string }> {
  const by = await scene.newcomer()
  const statement = `insert into social_identity (provider, subject, user_id, username, created_at)
    values ('github', $1, $2, 'wilma', now()) returning id`
  const [row] = await ask<{ id: string }>(scene.world.url, statement, [scene.word(), by.id])
  return { by, identity: row?.id ?? '' }
}

/** Returns a new user with a confirmed address. */
async function confirmed(scene: Scene): Promise<Person> {
  const by = await scene.newcomer()
  await confirmAddress(scene.world.url, by)
  return by
}

/** Returns the internal admin, in a new session. */
async function adminOf(scene: Scene): Promise<Person> {
  const { app, world } = scene
  const email = 'root@example.com'
  const known = await ask(world.url, 'select from "user" where email = $1', [email])
  if (known.length === 0) await confirmAddress(world.url, await signUp(app, email))
  const { jwt, user } = (await post(scene, 'local', { identifier: email, password })).json()
  return { id: user.id, email, jwt, headers: { authorization: `Bearer ${jwt}` } }
}

/** Returns a request of the internal admin about a new user. */
async function aboutUser(scene: Scene, body?: (user: Person) => object): Promise<Write> {
  const user = await scene.newcomer()
  return { by: await adminOf(scene), id: user.id, ...(body && { body: { data: body(user) } }) }
}

function browserOf({ word }: Scene) {
  return newBrowser(`https://push.pipewell.com/${word()}`).subscription
}

/** Returns a new user with notifications turned on in a browser, and the ID of that browser. */
async function withBrowser(scene: Scene): Promise<{ by: Person; id: string }> {
  const by = await scene.newcomer()
  return { by, id: (await create(scene.app, by, 'push-browsers', browserOf(scene))).id }
}

/** Valid requests to the account endpoints, by their name in the contract. */
export const identityWrites: Record<string, Prepare> = {
  collectEmail: async ({ word }) => ({
    by: null,
    body: { email: `${word()}@example.com`, source: 'reddit-marketing-guide', origin: 'Exit Intent Modal - /' },
  }),
  feedbackCreate: async (scene) => ({
    by: scene.owner,
    body: { data: { kind: 'idea', text: `Show ${scene.word()}`, page: '/app/opportunities' } },
  }),
  login: async ({ newcomer }) => ({ by: null, body: { identifier: (await newcomer()).email, password } }),
  register: async ({ word }) => ({ by: null, body: { email: `${word()}@example.com`, password } }),
  forgotPassword: async ({ newcomer }) => ({ by: null, body: { email: (await newcomer()).email } }),
  resetPassword: async (scene) => {
    const { email } = await scene.newcomer()
    await post(scene, 'forgot-password', { email })
    const code = await keyInMail(scene.world.ctx, email, 'code')
    return { by: null, body: { code, password: newPassword, passwordConfirmation: newPassword } }
  },
  changePassword: async ({ newcomer }) => ({
    by: await newcomer(),
    body: { currentPassword: password, password: newPassword, passwordConfirmation: newPassword },
  }),
  sendEmailConfirmation: async ({ newcomer }) => ({ by: null, body: { email: (await newcomer()).email } }),
  logout: async ({ newcomer }) => ({ by: await newcomer() }),
  meUpdate: async ({ newcomer, word }) => ({ by: await newcomer(), body: { username: word() } }),
  emailChangeDelete: async (scene) => {
    const by = await scene.newcomer()
    const payload = { email: `${scene.word()}@example.com`, currentPassword: password }
    await scene.app.inject({ method: 'PUT', url: '/api/users/me', headers: by.headers, payload })
    return { by }
  },
  meDelete: async ({ newcomer }) => ({ by: await newcomer(), body: { password } }),
  sessionsDelete: async (scene) => {
    const { by, other } = await signedInTwice(scene)
    return { by, id: other }
  },
  otherSessionsDelete: async (scene) => ({ by: (await signedInTwice(scene)).by }),
  linkStart: async (scene) => ({
    by: await confirmed(scene),
    body: { provider: 'github', currentPassword: password },
  }),
  identitiesDelete: async (scene) => {
    const { by, identity } = await linked(scene)
    return { by, id: identity }
  },
  mailSuppressionDelete: async (scene) => {
    const by = await scene.newcomer()
    const sql = "insert into mail_suppression (user_id, reason, created_at) values ($1, '550 5.1.1', now())"
    await ask(scene.world.url, sql, [by.id])
    return { by }
  },
  pushBrowserCreate: async (scene) => ({ by: await scene.newcomer(), body: { data: browserOf(scene) } }),
  pushBrowserDelete: async (scene) => withBrowser(scene),
  pushTestCreate: async (scene) => withBrowser(scene),
  notificationSettingsPut: async (scene) => ({
    by: await scene.newcomer(),
    body: { data: { quietHours: { days: [6, 7], from: '00:00', to: '00:00' }, timeOfDay: '18:30' } },
  }),
  testMailCreate: async (scene) => ({ by: await confirmed(scene) }),
  actingPut: async (scene) => aboutUser(scene),
  actingDelete: async (scene) => {
    const { by, id } = await aboutUser(scene)
    await scene.app.inject({ method: 'PUT', url: `/api/admin-users/${id}/acting`, headers: by!.headers })
    return { by }
  },
  adminConfirmationCreate: async (scene) => aboutUser(scene),
  adminFlagsPut: async (scene) => aboutUser(scene, () => ({ flags: { tours: false } })),
  adminExportCreate: async (scene) => aboutUser(scene),
  adminUsersDelete: async (scene) => aboutUser(scene, ({ email }) => ({ email })),
  accessGrantCreate: async (scene) => ({
    by: await adminOf(scene),
    id: scene.project,
    body: { data: { days: 7, reason: 'Trial' } },
  }),
  accessGrantDelete: async (scene) => {
    const by = await adminOf(scene)
    await create(scene.app, by, `admin-projects/${scene.project}/access-grant`, { days: 7, reason: 'Trial' })
    return { by, id: scene.project }
  },
  passwordMailCreate: async (scene) => {
    const by = await scene.newcomer()
    await ask(scene.world.url, 'update "user" set password_hash = null where id = $1', [by.id])
    return { by }
  },
  pendingIdentityEmail: async (scene) => ({
    by: null,
    cookie: (await waiting(scene)).cookie,
    body: { email: `${scene.word()}@pipewell.example` },
  }),
  pendingIdentityCode: async (scene) => {
    const { cookie, code } = await waiting(scene)
    return { by: null, cookie, body: { code: await code() } }
  },
}
