import { expect, test } from 'vitest'
import { senderOf } from './sender.ts'

test.each([
  ['hello@example.com', '', 'hello@example.com'],
  ['Earshot <hello@example.com>', 'Earshot', 'hello@example.com'],
  ['"Leads, Inc." <hello@example.com>', 'Leads, Inc.', 'hello@example.com'],
  ['Größe<hello@example.com>', 'Größe', 'hello@example.com'],
])('%s', (words, name, address) => {
  expect(senderOf(words)).toEqual({ name, address })
})

test.each([
  '',
  'hello',
  'Earshot <hello>',
  'a@example.com, b@example.com',
  'A <a@example.com>, B <b@example.com>',
  'A <a@example.com\r\nbcc: b@example.com>',
  'A\nbcc: b@example.com <a@example.com>',
  '<a@example.com',
])('%j is rejected', (words) => {
  expect(senderOf(words)).toBeNull()
})
