import { expect, test } from 'vitest'
import { type CannedValues, fillCanned, firstNameOf, unknownVariable } from './canned.ts'

const values: CannedValues = {
  ...{ author: 'welder_99', subreddit: 'Welding', product: 'Pipewell', website: 'pipewell.example' },
  username: 'maya.roe@example.com',
}

test.each([
  [
    'Hi {author} in {subreddit}, {firstName} from {product} ({website})',
    'Hi welder_99 in r/Welding, Maya from Pipewell (pipewell.example)',
  ],
  ['{author}{author}', 'welder_99welder_99'],
  ['No variables', 'No variables'],
])('%j is filled as %j', (text, filled) => {
  expect(fillCanned(text, values)).toBe(filled)
})

test('a value with braces is not filled again', () => {
  expect(fillCanned('{product}', { ...values, product: '{author} $& $1' })).toBe('{author} $& $1')
})

test('what is unknown reads well without it', () => {
  expect(fillCanned('Hi {author}, see {website}', { ...values, author: null, website: null })).toBe(
    'Hi there, see Pipewell',
  )
})

test.each([
  ['Hi {author|friend}, see {website|our site}', 'Hi friend, see our site'],
  ['{author|}Hi', 'Hi'],
  ['{product|it} in {subreddit|here}', 'Pipewell in r/Welding'],
])('the words behind the bar in %j stand in for what is unknown', (text, filled) => {
  expect(fillCanned(text, { ...values, author: null, website: null })).toBe(filled)
})

test.each([
  ['Hi {author}', null],
  ['Hi {name}, {autor}', '{name}'],
  ['Hi {}', '{}'],
  ['{ author }', '{ author }'],
  ['{Author}', '{Author}'],
  ['{toString}', '{toString}'],
  ['{author|there}', null],
  ['{name|there}', '{name|there}'],
  ['a { b', null],
])('the unknown variable of %j is %j', (text, unknown) => {
  expect(unknownVariable(text)).toBe(unknown)
})

test.each([
  ['Maya Roe', 'Maya'],
  ['maya', 'Maya'],
  ['maya.roe@example.com', 'Maya'],
  ['maya2@example.com', 'Maya'],
  ['42@example.com', '42'],
  ['Jean-Luc Roe', 'Jean-Luc'],
])('the first name of %j is %j', (username, name) => {
  expect(firstNameOf(username)).toBe(name)
})
