import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { confirmAddress, type Person, signUp } from '#tests/support/seed-data.ts'
import type { TestProviders } from '#tests/support/sign-in-providers.ts'
import { inSocialWorld } from '#tests/support/social-world.ts'
import { Visitor } from '#tests/support/visitor.ts'
import type { World } from '#tests/support/world.ts'
import { socialIdentity } from '../../tables.ts'
import { turnOnTwoFactor } from '../../two-factor/tests/codes.ts'

let world: World
let outside: TestProviders
let app: FastifyInstance

inSocialWorld((socialWorld) => {
  ;({ world, outside, app } = socialWorld)
})

const secondStep = '/api/auth/local/second-factor'
/** A user with two-factor sign-in, and one of the recovery codes. */
let wilma: Person
let code: string

beforeEach(async () => {
  wilma = await signUp(app, 'wilma@pipewell.example')
  await confirmAddress(world.url, wilma)
  const { recoveryCodes } = await turnOnTwoFactor(app, wilma, world.clock.now)
  code = recoveryCodes[0]!
})

/** Expects an answer without a session, and returns its challenge. */
function challengeIn(answer: LightMyRequestResponse): string {
  const { data, error } = answer.json()
  expect([answer.statusCode, data, error.details.reason]).toEqual([403, null, 'secondFactor'])
  expect(answer.cookies.filter(({ value }) => value !== '')).toEqual([])
  return error.details.challenge
}

test.each(['google', 'github', 'oidc'] as const)(
  'a sign-in with %s needs a code too, and its challenge is in no URL',
  async (provider) => {
    const browser = new Visitor(app, outside)
    expect(await browser.signIn(provider, 'wilma')).toBe('/auth/login?notice=second-factor')
    expect([browser.cookie('jwt'), browser.cookie('signed_in')]).toEqual([null, null])
    expect(browser.cookies.get('second_factor')?.path).toBe(secondStep)
    expect((await new Visitor(app, outside).post(secondStep, { code })).json().error.details.reason).toBe('expired')
    expect((await browser.post(secondStep, { code })).json()).toMatchObject({ user: { id: wilma.id } })
    expect(browser.cookie('signed_in')).toBe('1')
  },
)

test.each(['google', 'github', 'oidc'] as const)("so does one with an access token of %s's", async (provider) => {
  const token = await outside.token(provider, 'wilma')
  const challenge = challengeIn(await app.inject(`/api/auth/${provider}/callback?access_token=${token}`))
  const answer = await app.inject({ method: 'POST', url: secondStep, payload: { challenge, code } })
  expect(Object.keys(answer.json()).toSorted()).toEqual(['jwt', 'user'])
  expect(answer.json().user.id).toBe(wilma.id)
})

test('so does one with a mailed code, and an account at a provider is linked in the settings only', async () => {
  const browser = new Visitor(app, outside)
  expect(await browser.signIn('reddit', 'wilma')).toBe('/auth/login?notice=email-needed')
  await browser.post('/api/auth/pending-identity/email', { email: wilma.email })
  await world.drain()
  const texts = world.mails.map(({ text }) => text).join()
  const mailed = /Your code is (\d{4} \d{4})\./.exec(texts)?.[1]
  const challenge = challengeIn(await browser.post('/api/auth/pending-identity/code', { code: mailed }))
  expect((await browser.get('/api/users/me')).statusCode).toBe(403)
  const wrong = await browser.post(secondStep, { challenge, code: 'abcd-efgh-jkmn-pqrs' })
  expect(wrong.json().error.name).toBe('ValidationError')
  expect((await browser.post(secondStep, { challenge, code })).json().user.id).toBe(wilma.id)
  expect((await browser.get('/api/users/me')).json().id).toBe(wilma.id)
  // The mailbox alone leaves nothing behind that opens the account once two-factor sign-in is off.
  expect(await transaction(world.ctx, (tx) => tx.select().from(socialIdentity))).toEqual([])
})
