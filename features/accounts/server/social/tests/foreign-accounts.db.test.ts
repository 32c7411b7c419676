import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { keyInMail, mailsTo } from '#tests/support/mails.ts'
import { confirmAddress, password, signUp } from '#tests/support/seed-data.ts'
import type { TestProviders } from '#tests/support/sign-in-providers.ts'
import { inSocialWorld } from '#tests/support/social-world.ts'
import { Visitor } from '#tests/support/visitor.ts'
import type { World } from '#tests/support/world.ts'
import { socialIdentity } from '../../tables.ts'

/** Tests of accounts that someone else created or took over with Wilma's address before she arrives. */
const address = 'wilma@pipewell.example'

let world: World
let outside: TestProviders
let app: FastifyInstance

inSocialWorld((socialWorld) => {
  ;({ world, outside, app } = socialWorld)
})

const visitor = () => new Visitor(app, outside)
const post = (path: string, payload: object) => app.inject({ method: 'POST', url: `/api/auth/${path}`, payload })
const identities = () => transaction(world.ctx, (tx) => tx.select().from(socialIdentity))

async function openLink(headers: Record<string, string> = {}): Promise<void> {
  const confirmation = await keyInMail(world.ctx, address, 'confirmation')
  await app.inject({ url: `/api/auth/email-confirmation?confirmation=${confirmation}`, headers })
}

async function resetPassword(): Promise<void> {
  await post('forgot-password', { email: address })
  const code = await keyInMail(world.ctx, address, 'code')
  const secret = 'another horse battery'
  await post('reset-password', { code, password: secret, passwordConfirmation: secret })
}

test('an address confirmed by a mail scanner allows no provider link before a reset', async () => {
  await signUp(app, address)
  await openLink()
  const wilma = visitor()
  expect(await wilma.signIn('google', 'wilma')).toBe('/auth/login?notice=password-first')
  expect(await identities()).toEqual([])
  await resetPassword()
  expect(await wilma.signIn('google', 'wilma')).toBe('/app')
  expect((await post('local', { identifier: address, password })).statusCode).toBe(400)
})

test('an address confirmed while signed in to its account allows a provider link', async () => {
  const { id, headers } = await signUp(app, address)
  await openLink(headers)
  expect(await visitor().signIn('google', 'wilma')).toBe('/app')
  expect((await identities()).map(({ userId }) => userId)).toEqual([id])
})

test('a new address confirmed by a mail scanner allows no provider link', async () => {
  const eve = await signUp(app, 'eve@example.com')
  const payload = { email: address, currentPassword: password }
  await app.inject({ method: 'PUT', url: '/api/users/me', headers: eve.headers, payload })
  await openLink()
  expect(await visitor().signIn('google', 'wilma')).toBe('/auth/login?notice=password-first')
})

test('a reset unlinks provider accounts, and its mail says so', async () => {
  await confirmAddress(world.url, await signUp(app, address))
  await visitor().signIn('github', 'wilma')
  expect(await identities()).toHaveLength(1)
  await resetPassword()
  expect(await identities()).toEqual([])
  expect((await mailsTo(world.ctx, address)).at(-1)?.bodyText).toContain('were unlinked')
})
