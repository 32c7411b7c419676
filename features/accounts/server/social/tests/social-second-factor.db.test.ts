import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { confirmAddress, signUp } from '#tests/support/seed-data.ts'
import type { TestProviders } from '#tests/support/sign-in-providers.ts'
import { inSocialWorld } from '#tests/support/social-world.ts'
import { Visitor } from '#tests/support/visitor.ts'
import type { World } from '#tests/support/world.ts'
import { turnOnTwoFactor } from '../../two-factor/tests/codes.ts'

let world: World
let outside: TestProviders
let app: FastifyInstance

inSocialWorld((socialWorld) => {
  ;({ world, outside, app } = socialWorld)
})

const secondStep = '/api/auth/local/second-factor'

test('a sign-in with a provider needs a code too, and its challenge is in no URL', async () => {
  const wilma = await signUp(app, 'wilma@pipewell.example')
  await confirmAddress(world.url, wilma)
  const { recoveryCodes } = await turnOnTwoFactor(app, wilma, world.clock.now)
  const browser = new Visitor(app, outside)
  expect(await browser.signIn('google', 'wilma')).toBe('/auth/login?notice=second-factor')
  expect([browser.cookie('jwt'), browser.cookie('signed_in')]).toEqual([null, null])
  expect(browser.cookies.get('second_factor')?.path).toBe(secondStep)
  const [code = ''] = recoveryCodes
  expect((await new Visitor(app, outside).post(secondStep, { code })).json().error.details.reason).toBe('expired')
  expect((await browser.post(secondStep, { code })).json()).toMatchObject({ user: { id: wilma.id } })
  expect(browser.cookie('signed_in')).toBe('1')
})
