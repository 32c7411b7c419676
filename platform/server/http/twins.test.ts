import { expect, test } from 'vitest'
import { type Claims, openTwins, type Submission } from './twins.ts'

/** What the processes of this test know of each other: each session's last form. */
function claimsAmong(taken = new Map<string, string>()): Claims {
  return {
    take: async ({ session, key }) => taken.get(session) !== key && Boolean(taken.set(session, key)),
    leave: async (session) => void taken.delete(session),
  }
}

function setUp(claims: Claims = { take: async () => true, leave: async () => {} }) {
  const clock = { now: new Date('2026-11-20T12:00:00Z') }
  const once = openTwins(() => clock.now, claims)
  let made = 0
  const make = (session: string, key: string | null) => once({ session, key }, async () => ++made)
  return { clock, once, make }
}

test('what is sent twice is done once and answered twice', async () => {
  const { make } = setUp()
  expect(await Promise.all([make('ann', 'note'), make('ann', 'note')])).toEqual([1, 1])
  expect(await make('ann', 'note')).toBe(1)
})

test('a second later it is meant again', async () => {
  const { make, clock } = setUp()
  await make('ann', 'note')
  clock.now = new Date('2026-11-20T12:00:01Z')
  expect(await make('ann', 'note')).toBe(2)
})

test.each<[string, Submission[], number]>([
  ['something else', [{ session: 'ann', key: 'another note' }], 3],
  ['what is no form, such as a deletion', [{ session: 'ann', key: null }], 3],
  ['something of somebody else', [{ session: 'bob', key: 'note' }], 1],
])('after %s', async (_what, between, answer) => {
  const { make } = setUp()
  await make('ann', 'note')
  for (const { session, key } of between) await make(session, key)
  expect(await make('ann', 'note')).toBe(answer)
})

test('what fails fails for both, and is tried again by the next', async () => {
  const { once, make } = setUp()
  const fail = () => once({ session: 'ann', key: 'note' }, () => Promise.reject(new Error('taken'))).catch(String)
  expect(await Promise.all([fail(), fail()])).toEqual(['Error: taken', 'Error: taken'])
  expect(await make('ann', 'note')).toBe(1)
})

test('what is sent twice to two processes is done by one, and the other says so', async () => {
  const claims = claimsAmong()
  const [one, other] = [setUp(claims), setUp(claims)]
  const answers = await Promise.allSettled([one.make('ann', 'note'), other.make('ann', 'note')])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(await other.make('bob', 'note')).toBe(1)
})

test('what fails at one process may be tried at the other, and so may what something else came after', async () => {
  const claims = claimsAmong()
  const [one, other] = [setUp(claims), setUp(claims)]
  const failing = one.once({ session: 'ann', key: 'note' }, () => Promise.reject(new Error('taken')))
  await expect(failing).rejects.toThrow('taken')
  expect(await other.make('ann', 'note')).toBe(1)
  await other.make('ann', null)
  expect(await one.make('ann', 'note')).toBe(1)
})
