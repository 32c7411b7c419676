import { describe, expect, test } from 'vitest'
import type { Find } from './finds.ts'
import { alertLetter } from './letters.ts'

const now = new Date('2026-11-20T12:00:00Z')

const find: Find = {
  ...{ id: 'lead-1', kind: 'lead', permalink: '/r/Welding/comments/1/', sentence: null, quote: 'We need a price.' },
  ...{ score: 81.4, label: 3, keywords: [], at: now },
  item: {
    ...{ id: 'p', kind: 'post', subreddit: 'Welding', author: 'mara', title: 'Which welder for pipes?' },
    ...{ body: 'We need a price.', flair: null, score: 12, numComments: 3, postedAt: now.getTime() - 2 * 3_600_000 },
  },
}
const words = {
  publicUrl: 'https://leads.example.com',
  project: 'Pipewell',
  rule: { name: 'Hot leads', kind: 'lead', rhythm: 'immediately' } as const,
  finds: [find],
  events: [],
  now,
  unsubscribeUrl: 'https://leads.example.com/unsubscribe/key',
}

test('a lead has its quote, chance, age, and two links, in text and HTML', () => {
  const { subject, text, html } = alertLetter(words)
  expect(subject).toBe('Pipewell: New lead in r/Welding')
  expect(text).toBe(`New lead in r/Welding for “Pipewell”.

Which welder for pipes?
“We need a price.”
r/Welding · 81% chance · 2 h ago
Open in Earshot: https://leads.example.com/app/opportunities?lead=lead-1
Open on Reddit: https://www.reddit.com/r/Welding/comments/1/

You receive this email because of the alert rule “Hot leads” in Earshot.

Stop these emails with one click:
https://leads.example.com/unsubscribe/key
`)
  for (const part of ['81% chance', 'lead=lead-1', 'www.reddit.com/r/Welding/comments/1/', 'unsubscribe/key']) {
    expect(html).toContain(part)
  }
})

test('a digest shows ten finds and links to the rest', () => {
  const finds = Array.from({ length: 1234 }, () => find)
  const { subject, text } = alertLetter({ ...words, finds })
  expect(subject).toBe('Pipewell: 1,234 new leads')
  expect(text.match(/Open on Reddit/g)).toHaveLength(10)
  expect(text).toContain('See 1,224 more:\nhttps://leads.example.com/app/opportunities\n')
})

test.each<[string, { subject: string; text: string }[], string]>([
  ['one event', [{ subject: 'Mention spike', text: 'Twelve.' }], 'Pipewell: Mention spike'],
  ['several events', [1, 2].map((n) => ({ subject: 'A noisy keyword', text: `Keyword ${n}.` })), 'Pipewell: 2 updates'],
])('%s are told with their texts', (_, events, subject) => {
  const letter = alertLetter({ ...words, rule: { ...words.rule, kind: 'spike' }, finds: [], events })
  expect(letter.subject).toBe(subject)
  for (const { text } of events) expect(letter.text).toContain(text)
  expect(letter.text).toContain('Open in Earshot:\nhttps://leads.example.com/app/mentions\n')
})

test('several reminders and mentions each have their own link, and a single one is the button', () => {
  const events = ['a', 'b'].map((id) => ({
    subject: 'Reminder',
    text: `About ${id}`,
    path: `/app/opportunities?lead=${id}`,
  }))
  const rule = { ...words.rule, kind: 'personal' } as const
  const letter = alertLetter({ ...words, rule, finds: [], events })
  for (const id of ['a', 'b']) {
    expect(letter.text).toContain(
      `“About ${id}”\nOpen in Earshot: https://leads.example.com/app/opportunities?lead=${id}\n`,
    )
  }
  const { text } = alertLetter({ ...words, rule, finds: [], events: events.slice(1) })
  expect(text).toContain('Reminder, in “Pipewell”.\n\nAbout b\n')
  expect(text).toContain('Open in Earshot:\nhttps://leads.example.com/app/opportunities?lead=b\n')
})

describe('hostile texts of posts, rules, and projects', () => {
  const hostile = '<script>alert(1)</script>\r\nBcc: eve\u202eevil\u2066" onload="x'
  const item = { ...find.item, title: hostile }
  const letter = alertLetter({
    ...words,
    project: hostile,
    rule: { ...words.rule, name: hostile },
    finds: [{ ...find, item, quote: hostile, permalink: '/r/Welding/"><b>' }],
  })

  test('stay one line, without characters that reverse the text after them', () => {
    expect(letter.subject).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]{5,200}$/u)
    expect(letter.text + letter.html).not.toMatch(/[\u202a-\u202e\u2066-\u2069\r]/)
  })

  test('are escaped', () => {
    expect(letter.html).not.toMatch(/<script|<b>|onload="/)
    expect(letter.html).not.toMatch(/<img|src=|@import|url\(/)
  })
})
