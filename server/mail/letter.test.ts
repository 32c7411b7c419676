import { describe, expect, test } from 'vitest'
import { letterOf, said } from './letter.ts'
import {
  addressChangedLetter,
  addressChangingLetter,
  confirmationLetter,
  invitationLetter,
  newAddressLetter,
  passwordChangedLetter,
  resetLetter,
} from './letters.ts'

const hostile = '<script>alert(1)</script>\r\nBcc: eve@example.com \u202eevil\u2066" onload="x'
const url = 'https://leads.example.com/auth/reset-password?code=abc&x="><b>'

const letters = {
  confirmation: confirmationLetter({ username: hostile, url, hours: 24 }),
  reset: resetLetter({ username: hostile, url, minutes: 60 }),
  passwordChanged: passwordChangedLetter({ username: hostile, url }),
  newAddress: newAddressLetter({ username: hostile, url, hours: 24 }),
  addressChanging: addressChangingLetter({ username: hostile, newEmail: hostile, url }),
  addressChanged: addressChangedLetter({ username: hostile, newEmail: hostile }),
  invitation: invitationLetter({ project: hostile, inviter: hostile, role: hostile, url, days: 7 }),
}

describe.each(Object.entries(letters))('%s', (_name, { subject, text, html }) => {
  test('has a subject of one line without anything invisible', () => {
    expect(subject).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]{5,150}$/u)
  })

  test('says in HTML what it says in text, with nothing in it that a person wrote as HTML', () => {
    expect(html).not.toMatch(/<script|<b>|onload="/)
    expect(html.match(/<(?!\/?(html|head|meta|title|body|div|p|a)\b|!doctype)/g)).toBeNull()
    for (const sentence of text.split('\n\n')) {
      const first = sentence.split(/[:.]/)[0] ?? ''
      expect(html).toContain(first.replaceAll("'", '&#39;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
    }
  })

  test('carries its name and links nowhere but to us', () => {
    for (const [, target] of html.matchAll(/href="([^"]*)"/g)) {
      expect(target).toMatch(/^https:\/\/leads\.example\.com\//)
    }
    expect(html).not.toMatch(/<img|src=|@import|url\(/)
  })

  test('lets no name turn the words behind it around', () => {
    expect(text + html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })
})

test('a link stands whole in text and HTML', () => {
  const { text, html } = letterOf({
    subject: 'Hello',
    paragraphs: [],
    action: { label: 'Open', url: 'https://a.example/?b=1&c=2' },
  })
  expect(text).toBe('Open:\nhttps://a.example/?b=1&c=2\n')
  expect(html).toContain('href="https://a.example/?b=1&amp;c=2"')
})

test.each([
  ['Pipewell', 'Pipewell'],
  ['  two   words\t', 'two words'],
  ['one\r\ntwo', 'one two'],
  ['one\u2028two\u0085three', 'one two three'],
  ['\u202eevil\u202c', 'evil'],
  ['half \ud800 a character', 'half \ufffd a character'],
  ['x'.repeat(81), `${'x'.repeat(79)}…`],
  ['🙂'.repeat(80), '🙂'.repeat(80)],
])('%j is said as %j', (words, line) => {
  expect(said(words)).toBe(line)
})
