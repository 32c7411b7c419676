import { expect, test } from 'vitest'
import { openIntake } from './intake.ts'

const refusal = { name: 'ServiceUnavailableError', status: 503, details: { retryAfter: 1 } }

function refused(enter: () => unknown): unknown {
  try {
    enter()
    return null
  } catch (error) {
    return error
  }
}

test('a user who sends too much at once waits, and others do not', () => {
  const intake = openIntake({ most: 10, mostOfUser: 2 })
  const leave = intake.enter('ann')
  intake.enter('ann')
  expect(refused(() => intake.enter('ann'))).toMatchObject(refusal)
  intake.enter('bob')
  leave()
  intake.enter('ann')
  expect(refused(() => intake.enter('ann'))).toMatchObject(refusal)
})

test('a process takes in so much and no more, whoever sends it', () => {
  const intake = openIntake({ most: 2, mostOfUser: 2 })
  const leaving = [intake.enter('ann'), intake.enter('bob')]
  expect(refused(() => intake.enter('cleo'))).toMatchObject(refusal)
  for (const leave of leaving) leave()
  for (const name of ['cleo', 'dan']) intake.enter(name)
  expect(refused(() => intake.enter('eve'))).toMatchObject(refusal)
})
