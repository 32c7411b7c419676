import { expect, test } from 'vitest'
import { profileVector } from '../candidates/profile.ts'
import { similarity } from '../text/words.ts'
import { communityVector, wordsOfName } from './community.ts'

test.each([
  ['smallbusiness', ['small', 'business']],
  ['HomeImprovement', ['home', 'improvement']],
  ['personalfinance', ['personal', 'finance']],
  ['freelance', ['freelance']],
  ['qzx', []],
  ['', []],
])('r/%s', (name, words) => {
  expect(wordsOfName(name)).toEqual(words)
})

test('the vector of a community is close to products of its topic', () => {
  const travel = profileVector({
    name: 'Wayfare',
    website: null,
    summary: 'Plans trips: flights, hotels and itineraries.',
    keywords: ['trip planning', 'cheap flights'],
    competitors: [],
  })
  expect(similarity(travel, communityVector('solotravel'))).toBeGreaterThan(0.4)
  expect(similarity(travel, communityVector('solotravel'))).toBeGreaterThan(
    similarity(travel, communityVector('webdev')) + 0.3,
  )
})
