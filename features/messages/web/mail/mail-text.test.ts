import { expect, test } from 'vitest'
import { excerptAround, sizeText, splitQuoted } from './mail-text.ts'

test.each([
  ['an answer above the quotation', 'Yes, please.\n\nOn Mon, Ada wrote:\n> Shall I?\n> Ada', 'Yes, please.'],
  [
    'a broken first line',
    'Ja.\n\nAm Mo., 23. Nov. 2026 um 10:00 Uhr schrieb Ada\n<ada@deskbook.example>:\n\n> Soll ich?',
    'Ja.',
  ],
  ['marks only', 'Yes.\n> Shall I?\n>> Maybe', 'Yes.'],
  ['the unmarked quotation of Outlook', 'Yes.\n\n-----Original Message-----\nFrom: Ada\nShall I?', 'Yes.'],
])('%s is split off', (_what, mail, text) => {
  const split = splitQuoted(mail)
  expect(split.text).toBe(text)
  expect(split.quoted).toBe(mail.slice(mail.indexOf(split.quoted)))
  expect(split.quoted).not.toBe('')
})

test.each([
  ['answers between the lines', 'On Mon, Ada wrote:\n> Shall I?\nYes.\n> When?\nNow.'],
  ['an answer below', '> Shall I?\nYes.'],
  ['nothing but a quotation', 'On Mon, Ada wrote:\n> Shall I?'],
  ['words like those of a quotation', 'On Monday my boss wrote:\nnothing at all.'],
  ['no quotation', 'Hello,\n\nI > you.'],
  ['nothing', ''],
])('%s: the mail stays whole', (_what, mail) => {
  expect(splitQuoted(mail)).toEqual({ text: mail, quoted: '' })
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1250, '1.3 kB'],
  [84_300, '84 kB'],
  [999_600, '1 MB'],
  [5_240_000, '5.2 MB'],
  [52_400_000, '52 MB'],
  [3_000_000_000, '3 GB'],
  [4_000_000_000_000, '4000 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('an excerpt has the words with what is around them', () => {
  expect(excerptAround('Write me:\nmara@kiln.example, thanks', 'Mara@kiln.example')).toBe(
    'Write me: mara@kiln.example, thanks',
  )
  expect(excerptAround(`${'a '.repeat(90)}x@y.example${' b'.repeat(90)}`, 'x@y.example', 5)).toBe(
    '…a a x@y.example b b…',
  )
})
