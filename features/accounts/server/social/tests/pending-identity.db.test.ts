import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { password, signUp } from '#tests/support/seed-data.ts'
import type { TestProviders } from '#tests/support/sign-in-providers.ts'
import { inSocialWorld } from '#tests/support/social-world.ts'
import { Visitor } from '#tests/support/visitor.ts'
import type { World } from '#tests/support/world.ts'
import { socialIdentity, socialPending } from '../../tables.ts'

let world: World
let outside: TestProviders
let app: FastifyInstance

inSocialWorld((socialWorld) => {
  ;({ world, outside, app } = socialWorld)
})

const root = '/api/auth/pending-identity'
const expired = { status: 404, message: 'The sign-in expired. Try again.' }

/** Returns a browser back from Reddit whose user has to enter an address. */
async function waiting(person = 'wilma'): Promise<Visitor> {
  const who = new Visitor(app, outside)
  expect(await who.signIn('reddit', person)).toBe('/auth/login?notice=email-needed')
  return who
}

const say = (who: Visitor, email: string) => who.post(`${root}/email`, { email })
const type = (who: Visitor, code: string) => who.post(`${root}/code`, { code })

/** Returns the code of the last mail. */
async function mailed(): Promise<string> {
  await world.drain()
  const codes = world.mails.flatMap(({ text }) => /Your code is (\d{4} \d{4})\./.exec(text)?.[1] ?? [])
  const code = codes.at(-1)
  if (code === undefined) throw new Error('no code was mailed')
  return code
}

/** Returns a wrong code. */
const wrong = (code: string) => (code.startsWith('1') ? '2222 2222' : '1111 1111')

const me = async (who: Visitor) => (await who.get('/api/users/me')).json()
const identities = () => transaction(world.ctx, (tx) => tx.select().from(socialIdentity))

describe('a user whose provider verifies no address', () => {
  test('enters one, types the code from the mail, and is signed in', async () => {
    const wilma = await waiting()
    expect((await wilma.get(root)).json()).toEqual({ provider: 'reddit', username: 'wilma-welds', email: null })
    const sent = await say(wilma, ' Wilma@Pipewell.example ')
    expect(sent.json()).toEqual({ email: 'wilma@pipewell.example', sent: true })
    expect((await wilma.get(root)).json()).toMatchObject({ email: 'wilma@pipewell.example' })
    expect(await identities()).toEqual([])
    const answer = await type(wilma, await mailed())
    expect(Object.keys(answer.json()).toSorted()).toEqual(['jwt', 'user'])
    expect(await me(wilma)).toMatchObject({ email: 'wilma@pipewell.example', provider: 'reddit', confirmed: true })
    expect(await identities()).toMatchObject([{ provider: 'reddit', subject: '35x', username: 'wilma-welds' }])
    expect((await wilma.get(root)).json().error).toMatchObject(expired)
  })

  test('is asked only once', async () => {
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    await type(wilma, await mailed())
    const again = new Visitor(app, outside)
    expect(await again.signIn('reddit', 'wilma')).toBe('/app')
    expect((await me(again)).id).toBe((await me(wilma)).id)
  })

  test('gets the confirmed account of the address, which keeps its password', async () => {
    const google = new Visitor(app, outside)
    await google.signIn('google', 'wilma')
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    await type(wilma, await mailed())
    expect((await me(wilma)).id).toBe((await me(google)).id)
  })

  test('takes over an account that someone else created with their address', async () => {
    const squatter = await signUp(app, 'wilma@pipewell.example')
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    const before = await app.inject({ url: '/api/users/me', headers: squatter.headers })
    expect(before.statusCode).toBe(200)
    await type(wilma, await mailed())
    expect(await me(wilma)).toMatchObject({ id: squatter.id })
    const payload = { identifier: 'wilma@pipewell.example', password }
    expect((await app.inject({ method: 'POST', url: '/api/auth/local', payload })).statusCode).toBe(400)
    expect((await app.inject({ url: '/api/users/me', headers: squatter.headers })).statusCode).toBe(401)
  })

  test('gets a mail that names the provider account, has no link, and warns against sharing', async () => {
    await say(await waiting(), 'wilma@pipewell.example')
    await mailed()
    const mail = world.mails.at(-1)!
    expect(mail).toMatchObject({ to: 'wilma@pipewell.example', subject: 'Your sign-in code' })
    expect(mail.text).toContain('with the Reddit account “wilma-welds”')
    expect(mail.text).toContain("Don't share it")
    expect(mail.html).not.toContain('href')
  })

  test('gets the same response and mail for known and unknown addresses', async () => {
    await signUp(app, 'taken@pipewell.example')
    const wilma = await waiting()
    const known = await say(wilma, 'taken@pipewell.example')
    const unknown = await say(wilma, 'nobody@pipewell.example')
    expect(unknown.statusCode).toBe(known.statusCode)
    expect(unknown.json()).toEqual({ ...known.json(), email: 'nobody@pipewell.example' })
    await world.drain()
    const codes = world.mails.filter(({ subject }) => subject === 'Your sign-in code')
    const [first, second] = codes.map(({ text }) => text.replace(/\d{4} \d{4}/, ''))
    expect(codes.map(({ to }) => to).toSorted()).toEqual(['nobody@pipewell.example', 'taken@pipewell.example'])
    expect(second).toBe(first)
  })
})

describe('a code', () => {
  test.each([
    (code: string) => code,
    (code: string) => code.replace(' ', ''),
    (code: string) => ` ${code.replace(' ', '-')} `,
  ])('may be typed with or without spaces', async (typed) => {
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    expect((await type(wilma, typed(await mailed()))).statusCode).toBe(200)
  })

  test('that is wrong shows the attempts left; after five, even the right one is rejected', async () => {
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    const code = await mailed()
    const said: string[] = []
    for (let each = 0; each < 6; each++) said.push((await type(wilma, wrong(code))).json().error.message)
    expect(said).toEqual([
      'Incorrect code. 4 attempts left.',
      'Incorrect code. 3 attempts left.',
      'Incorrect code. 2 attempts left.',
      'Incorrect code. 1 attempt left.',
      'Incorrect code. Request a new one.',
      'This code has expired. Request a new one.',
    ])
    expect((await type(wilma, code)).statusCode).toBe(400)
    await say(wilma, 'wilma@pipewell.example')
    expect((await type(wilma, await mailed())).statusCode).toBe(200)
  })

  test('sent twenty times at once uses only five attempts', async () => {
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    const code = wrong(await mailed())
    const answers = await Promise.all(Array.from({ length: 20 }, () => type(wilma, code)))
    const said = answers.map((answer) => answer.json().error.message as string)
    expect(said.filter((message) => message.startsWith('Incorrect code'))).toHaveLength(5)
  })

  test('works once, even with two concurrent requests', async () => {
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    const code = await mailed()
    const statuses = (await Promise.all([type(wilma, code), type(wilma, code)])).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 404])
  })

  test('expires after 15 minutes, and the pending identity after an hour', async () => {
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    const code = await mailed()
    world.clock.advance(15 * 60_000)
    expect((await type(wilma, code)).json().error.message).toBe('This code has expired. Request a new one.')
    world.clock.advance(45 * 60_000)
    expect((await type(wilma, code)).json().error).toMatchObject(expired)
  })

  test('is invalid after a newer one or for an earlier address', async () => {
    const wilma = await waiting()
    await say(wilma, 'bruno@crumb.example')
    const first = await mailed()
    await say(wilma, 'wilma@pipewell.example')
    expect((await type(wilma, first)).statusCode).toBe(400)
    await type(wilma, await mailed())
    expect(await me(wilma)).toMatchObject({ email: 'wilma@pipewell.example' })
  })

  test('is invalid in another browser', async () => {
    const attacker = await waiting('bruno')
    await say(attacker, 'wilma@pipewell.example')
    const code = await mailed()
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    expect((await type(wilma, code)).statusCode).toBe(400)
    expect((await type(new Visitor(app, outside), code)).json().error).toMatchObject(expired)
  })

  test('is stored only as a digest', async () => {
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    const code = (await mailed()).replace(' ', '')
    const rows = JSON.stringify(await transaction(world.ctx, (tx) => tx.select().from(socialPending)))
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(wilma.cookie('pending_identity'))
    expect(world.logged.join()).not.toContain(code)
  })

  test.each([
    {},
    { code: 12345678 },
    { code: '1234567' },
    { code: '123456789' },
    { code: '' },
    { code: '1'.repeat(101) },
  ])('%j is rejected', async (payload) => {
    const wilma = await waiting()
    await say(wilma, 'wilma@pipewell.example')
    expect((await wilma.post(`${root}/code`, payload)).statusCode).toBe(400)
  })

  test('is rejected before an address was entered', async () => {
    expect((await type(await waiting(), '1234 5678')).json().error.message).toBe(
      'This code has expired. Request a new one.',
    )
  })
})

describe('the cookie of a pending identity', () => {
  test.each([
    ['GET', root, undefined],
    ['POST', `${root}/email`, { email: 'wilma@pipewell.example' }],
    ['POST', `${root}/code`, { code: '1234 5678' }],
  ] as const)('is required: %s %s', async (method, url, payload) => {
    for (const cookie of ['', 'pending_identity=', 'pending_identity=nonsense']) {
      const answer = await app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) })
      expect(answer.json().error).toMatchObject(expired)
    }
    await world.drain()
    expect(world.mails).toEqual([])
  })

  test('is inaccessible to scripts and other sites', async () => {
    const wilma = new Visitor(app, outside)
    const answer = await wilma.get(await wilma.choose('reddit', 'wilma'))
    expect(answer.cookies.find(({ name }) => name === 'pending_identity')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: root,
      maxAge: 3600,
    })
  })
})

test.each(['nonsense', 'wilma@', 'wilma\u200b@pipewell.example'])('%j is rejected as an address', async (email) => {
  expect((await say(await waiting(), email)).json().error).toMatchObject({
    status: 400,
    message: 'email must be a valid email',
  })
})

test('an address gets five codes an hour, whatever its spelling and the user who requests them', async () => {
  for (let each = 0; each < 5; each++)
    expect((await say(await waiting(), 'wilma@pipewell.example')).statusCode).toBe(200)
  const wilma = await waiting()
  expect((await say(wilma, ' WILMA@pipewell.example')).statusCode).toBe(429)
  expect((await say(wilma, 'other@pipewell.example')).statusCode).toBe(200)
})

test('expired pending identities are deleted by later ones', async () => {
  await Promise.all([waiting(), waiting()])
  world.clock.advance(60 * 60_000)
  await waiting()
  await waiting()
  const rows = await transaction(world.ctx, (tx) => tx.select().from(socialPending))
  expect(rows.map(({ expiresAt }) => expiresAt > world.ctx.now())).toEqual([true, true])
})
