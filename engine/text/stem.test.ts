import { expect, test } from 'vitest'
import { forms, stem } from './stem.ts'

test.each([
  ['invoices', 'invoice'],
  ['agencies', 'agency'],
  ['business', 'business'],
  ['status', 'status'],
  ['analysis', 'analysis'],
  ['crm', 'crm'],
  ['ties', 'tie'],
  ['gas', 'gas'],
])('the stem of %s is %s', (word, stemmed) => {
  expect(stem(word)).toBe(stemmed)
})

test.each(['invoice', 'agency', 'crm', 'business', 'gas'])('every form of %s is stemmed to it', (word) => {
  expect(forms(word)).toContain(word)
  expect(forms(word).map(stem)).toEqual(forms(word).map(() => word))
})
