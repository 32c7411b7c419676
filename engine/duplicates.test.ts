import { expect, test } from 'vitest'
import { duplicatesIn, textKey } from './duplicates.ts'

test('copies differ in case and spacing only, and name the best ranked', () => {
  const texts = { a: 'Need a CRM', b: 'need  a crm', c: 'Need a crm!', d: 'NEED A CRM' }
  const ranking = Object.entries(texts).map(([id, title]) => ({ id, key: textKey(title, 'Body') }))
  expect([...duplicatesIn(ranking)]).toEqual([
    ['b', 'a'],
    ['d', 'a'],
  ])
})

test('what moves from the title into the body is another text', () => {
  expect(textKey('need a', 'crm')).not.toBe(textKey('need', 'a crm'))
})
