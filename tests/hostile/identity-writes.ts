import {
  addPasskey,
  assertionOf,
  createdPasskey,
  seedPasskey,
  TestAuthenticator,
} from '#features/accounts/server/passkeys/tests/authenticator.ts'
import { codeOf, startSetup, turnOnTwoFactor } from '#features/accounts/server/two-factor/tests/codes.ts'
import { pngOf } from '#features/agencies/server/factories.ts'
import { newBrowser } from '#features/alerts/server/push/factories.ts'
import { ask } from '../support/databases.ts'
import { keyInMail } from '../support/mails.ts'
import { call, confirmAddress, create, type Person, password, signUp } from '../support/seed-data.ts'
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

/** Returns a new user with two-factor sign-in, and a recovery code. */
async function withTwoFactor(scene: Scene): Promise<{ by: Person; code: string }> {
  const by = await confirmed(scene)
  const { recoveryCodes } = await turnOnTwoFactor(scene.app, by, scene.world.clock.now)
  return { by, code: recoveryCodes[0] ?? '' }
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

const brand = { name: 'Northside', background: '#1e3a8a', ink: '#ffffff' }
const logo = pngOf(32, 16)

/** Returns a new user with a brand for client reports. */
async function withBrand(scene: Scene): Promise<Person> {
  const by = await scene.newcomer()
  await call(scene.app, by, 'PUT', 'agency/brand', brand)
  return by
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
  brandPut: async (scene) => ({ by: await scene.newcomer(), body: { data: brand } }),
  brandLogoPut: async (scene) => ({ by: await withBrand(scene), bytes: logo }),
  brandLogoDelete: async (scene) => {
    const by = await withBrand(scene)
    const headers = { ...by.headers, 'content-type': 'application/octet-stream' }
    await scene.app.inject({ method: 'PUT', url: '/api/agency/brand/logo', headers, payload: logo })
    return { by }
  },
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
  secondFactor: async (scene) => {
    const { by, code } = await withTwoFactor(scene)
    const { error } = (await post(scene, 'local', { identifier: by.email, password })).json()
    return { by: null, body: { challenge: error.details.challenge, code } }
  },
  twoFactorCreate: async (scene) => ({ by: await confirmed(scene), body: { currentPassword: password } }),
  twoFactorPut: async (scene) => {
    const by = await confirmed(scene)
    const { challenge, secret } = await startSetup(scene.app, by)
    return { by, body: { challenge, code: codeOf(secret, scene.world.clock.now) } }
  },
  twoFactorDelete: async (scene) => {
    const { by, code } = await withTwoFactor(scene)
    return { by, body: { currentPassword: password, code } }
  },
  recoveryCodesPut: async (scene) => {
    const { by, code } = await withTwoFactor(scene)
    return { by, body: { currentPassword: password, code } }
  },
  passkeyChallengeCreate: async () => ({ by: null }),
  passkeySignIn: async (scene) => {
    const authenticator = await addPasskey(scene.app, await confirmed(scene))
    return { by: null, body: { credential: await assertionOf(scene.app, authenticator) } }
  },
  passkeyRegistrationCreate: async (scene) => ({ by: await confirmed(scene), body: { currentPassword: password } }),
  passkeysCreate: async (scene) => {
    const by = await confirmed(scene)
    return { by, body: { data: await createdPasskey(scene.app, by, new TestAuthenticator()) } }
  },
  passkeysUpdate: async (scene) => {
    const by = await scene.newcomer()
    return { by, id: await seedPasskey(scene.world.ctx, by.id), body: { data: { name: scene.word() } } }
  },
  passkeysDelete: async (scene) => {
    const by = await scene.newcomer()
    return { by, id: await seedPasskey(scene.world.ctx, by.id) }
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
