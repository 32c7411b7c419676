import { expect, test } from 'vitest'
import { foldTags, splitTags } from './tags.ts'

test.each([
  ['one', ['one']],
  ['late payment, chase invoices', ['late payment', 'chase invoices']],
  ['a\nb\r\nc', ['a', 'b', 'c']],
  ['a;b\tc', ['a', 'b', 'c']],
  ['  much   room  ', ['much room']],
  [' , ,\n', []],
  ['C++, node.js, AT&T', ['C++', 'node.js', 'AT&T']],
])('splits %j', (text, tags) => {
  expect(splitTags(text)).toEqual(tags)
})

test('removes repetitions regardless of case and width, and keeps the first spelling', () => {
  expect(foldTags(['Xero', 'xero', 'Wave', 'Ｘｅｒｏ', 'XERO'])).toEqual(['Xero', 'Wave'])
})

test('keeps different words apart', () => {
  expect(foldTags(['CRM', 'CRM software'])).toEqual(['CRM', 'CRM software'])
})
