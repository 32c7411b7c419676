import { expect, test } from 'vitest'
import { ApiError } from '../../contract/errors.ts'
import { openPlaces, type Places } from './places.ts'

function placesFor(most: number, mostOfUser: number): Places {
  return openPlaces({ most, mostOfUser, refusal: (by) => new ApiError('ServiceUnavailableError', `full: ${by}`) })
}

test('a user who has all of theirs waits, and others do not', () => {
  const places = placesFor(10, 2)
  const leave = places.enter('ann')
  places.enter('ann')
  expect(() => places.enter('ann')).toThrow('full: user')
  places.enter('bob')
  leave()
  places.enter('ann')
  expect(() => places.enter('ann')).toThrow('full: user')
})

test('a process has so many and no more, whoever takes them', () => {
  const places = placesFor(2, 2)
  const leaving = [places.enter('ann'), places.enter('bob')]
  expect(() => places.enter('cleo')).toThrow('full: all')
  for (const leave of leaving) leave()
  for (const name of ['cleo', 'dan']) places.enter(name)
  expect(() => places.enter('eve')).toThrow('full: all')
})

test('a place that is given back twice is free once', () => {
  const places = placesFor(2, 2)
  const leave = places.enter('ann')
  places.enter('ann')
  leave()
  leave()
  places.enter('ann')
  expect(() => places.enter('ann')).toThrow('full')
})
