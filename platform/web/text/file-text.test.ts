import { expect, test } from 'vitest'
import { textOfFile } from './file-text.ts'

const read = (bytes: Uint8Array) => {
  const file = textOfFile(bytes)
  return file.state === 'read' ? file.text : file.message
}
const text = 'query;kind\r\nbüro crm 配;problem\r\n'
const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')

test.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['little-endian UTF-16', utf16],
  ['big-endian UTF-16', Buffer.from(utf16).swap16()],
])('reads %s', (_which, bytes) => {
  expect(read(bytes)).toBe(text)
})

test.each<[string, Uint8Array, RegExp]>([
  ['Windows-1252', Buffer.from('b\xfcro', 'latin1'), /^This file isn't UTF-8 encoded\. In your/],
  ['a truncated character', Buffer.from('büro').subarray(0, 2), /UTF-8 encoded/],
  ['half a UTF-16 character', utf16.subarray(0, utf16.length - 1), /UTF-8 encoded/],
  ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le'), /readable text/],
  [
    'a workbook',
    Buffer.from('PK\x03\x04\0\0'),
    /^This file is a workbook, not a CSV file\. In your spreadsheet, save it as “CSV UTF-8”/,
  ],
])('explains what to do with %s', (_which, bytes, message) => {
  expect(read(bytes)).toMatch(message)
})

test('reads an empty file as empty text', () => {
  expect(read(new Uint8Array())).toBe('')
})
