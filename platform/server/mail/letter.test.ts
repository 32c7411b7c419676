import { describe, expect, test } from 'vitest'
import { codeLetter } from '#features/accounts/server/social/sign-in-code.ts'
import { feedbackLetter } from '#features/operations/server/feedback/feedback.ts'

import { letterOf } from './letter.ts'
import {
  addressChangedLetter,
  addressChangingLetter,
  confirmationLetter,
  invitationLetter,
  linkedLetter,
  newAddressLetter,
  passwordChangedLetter,
  resetLetter,
  unlinkedLetter,
} from './letters.ts'

const hostile = '<script>alert(1)</script>\r\nBcc: eve\u202eevil\u2066" onload="x'
const spam = 'You won! Claim at https://evil.example or win＠evil．example'
const url = 'https://leads.example.com/auth/reset-password?code=abc&x="><b>'

/** Every mail that shows user-chosen names, with this one in each place. */
const lettersWith = (name: string) => ({
  confirmation: confirmationLetter({ username: name, url, hours: 24 }),
  reset: resetLetter({ username: name, url, minutes: 60 }),
  passwordChanged: passwordChangedLetter({ username: name, url }),
  newAddress: newAddressLetter({ username: name, url, hours: 24 }),
  addressChanging: addressChangingLetter({ username: name, newEmail: name, url }),
  addressChanged: addressChangedLetter({ username: name, newEmail: name }),
  linked: linkedLetter({ username: name, provider: 'Google', there: name, url }),
  unlinked: unlinkedLetter({ username: name, provider: 'Google', there: name, url }),
  invitation: invitationLetter({ project: name, inviter: name, role: 'member', url, days: 7 }),
  signInCode: codeLetter({ provider: 'Reddit', username: name, code: '12345678', minutes: 15 }),
})
test.each(Object.entries(lettersWith(spam)))(
  '%s shows a name without a link or an address, and leaves it out of the subject',
  (kind, letter) => {
    const { subject, text, html } = letter
    expect(subject).toBe(lettersWith('Pipewell')[kind as keyof ReturnType<typeof lettersWith>].subject)
    expect((text + html).replaceAll(/https:\/\/leads\.example\.com\S*/g, '')).not.toMatch(/:\/\/|[@＠]|evil[.．]/)
  },
)

test('feedback has a fixed subject, and its text names the sender', () => {
  const entry = { kind: 'idea', text: spam, page: '/app' } as const
  const feedback = feedbackLetter(entry, { email: 'ann@example.com', publicUrl: 'https://leads.example.com' })
  expect([feedback.subject, feedback.text.includes('From: ann@example.com')]).toEqual(['Feedback: an idea', true])
})

describe.each(Object.entries(lettersWith(hostile)))('%s', (_name, { subject, text, html }) => {
  test('has a one-line subject without invisible characters', () => {
    expect(subject).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]{5,150}$/u)
  })

  test('says the same in HTML as in text and escapes user input', () => {
    expect(html).not.toMatch(/<script|<b>|onload="/)
    expect(html.match(/<(?!\/?(html|head|meta|title|body|div|p|a)\b|!doctype)/g)).toBeNull()
    for (const sentence of text.split('\n\n')) {
      const first = sentence.split(/[:.]/)[0] ?? ''
      expect(html).toContain(first.replaceAll("'", '&#39;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
    }
  })

  test('links only to this server and loads no external resources', () => {
    for (const [, target] of html.matchAll(/href="([^"]*)"/g)) {
      expect(target).toMatch(/^https:\/\/leads\.example\.com\//)
    }
    expect(html).not.toMatch(/<img|src=|@import|url\(/)
  })

  test('removes characters that reverse the text after a name', () => {
    expect(text + html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })
})

test('a link is complete in text and HTML', () => {
  const { text, html } = letterOf({
    subject: 'Hello',
    paragraphs: [],
    action: { label: 'Open', url: 'https://a.example/?b=1&c=2' },
  })
  expect(text).toBe('Open:\nhttps://a.example/?b=1&c=2\n')
  expect(html).toContain('href="https://a.example/?b=1&amp;c=2"')
})
