import { describe, expect, test } from 'vitest'
import type { Item } from '../item.ts'
import { judgeQuestion } from './question.ts'
import { type Verdict, validVerdicts } from './verdicts.ts'
import { withVerdictSentence } from './with-judgments.ts'

const item = (id: string, body = 'We need a simple CRM for two people.'): Item => ({
  id,
  kind: 'post',
  subreddit: 'smallbusiness',
  author: 'ada',
  title: 'Which CRM?',
  body,
  flair: null,
  score: 1,
  numComments: 0,
  postedAt: Date.UTC(2026, 0, 2),
})
const good = { id: 'a', lead: 3, quote: 'need a simple CRM', reason: 'They need a CRM.' }

test('a question has the product and the posts, without authors, votes, or flairs', () => {
  const profile = {
    name: 'Deskbook',
    website: 'deskbook.example',
    summary: 'A CRM for studios',
    keywords: ['crm AND recommend*', 'simple crm NOT enterprise', 'crm'],
    competitors: ['HubSpot'],
  }
  const briefs = { intentBrief: 'Asks for a till.', noiseBrief: 'x'.repeat(9_000) }
  expect(judgeQuestion({ ...profile, ...briefs }, []).product).toMatchObject({
    ...{ intentBrief: 'Asks for a till.', noiseBrief: 'x'.repeat(4_000) },
  })
  expect(judgeQuestion(profile, [item('t3_a', 'x'.repeat(9_000)), { ...item('b'), postedAt: null }])).toEqual({
    product: {
      name: 'Deskbook',
      summary: 'A CRM for studios',
      keywords: ['crm', 'recommend', 'simple crm'],
      competitors: ['HubSpot'],
    },
    posts: [
      {
        id: 't3_a',
        title: 'Which CRM?',
        body: 'x'.repeat(3_000),
        subreddit: 'smallbusiness',
        postedAt: '2026-01-02T00:00:00.000Z',
      },
      {
        id: 'b',
        title: 'Which CRM?',
        body: 'We need a simple CRM for two people.',
        subreddit: 'smallbusiness',
        postedAt: null,
      },
    ],
  })
})

test('a question has a bounded length, whatever the texts and however many names', () => {
  const names = Array.from({ length: 3_000 }, (_, at) => `${at} ${'"'.repeat(500)}`)
  const profile = {
    name: '"'.repeat(500),
    website: null,
    summary: '\n'.repeat(9_000),
    keywords: [],
    competitors: names,
  }
  for (const text of ['\n'.repeat(40_000), '\u0001'.repeat(40_000), '\ud800'.repeat(40_000), '"'.repeat(40_000)]) {
    const posts = Array.from({ length: 10 }, (_, at) => ({ ...item(`p${at}`, text), title: text }))
    expect(JSON.stringify(judgeQuestion(profile, posts)).length).toBeLessThan(120_000)
  }
})

describe('a verdict', () => {
  const validOf = (...verdicts: (typeof good)[]) => [...validVerdicts({ verdicts }, [item('a'), item('b')])]

  test('has its label, the quoted words, and one line of reason', () => {
    expect(validOf({ ...good, reason: ' They need\na CRM. ' })).toEqual([
      ['a', { lead: 3, span: { field: 'body', start: 3, end: 20 }, reason: 'They need a CRM.' }],
    ])
  })

  test('that a post is no lead needs no quote', () => {
    expect(validOf({ ...good, lead: 0, quote: '' })).toEqual([
      ['a', { lead: 0, span: null, reason: 'They need a CRM.' }],
    ])
  })

  test('with a long reason is cut', () => {
    const reason = validOf({ ...good, reason: 'word '.repeat(100) })[0]![1].reason
    expect(reason).toHaveLength(200)
    expect(reason).toMatch(/ word…$/)
  })

  test.each([
    ['of a post that was not asked for', [{ ...good, id: 'c' }]],
    ['of a post that has two', [good, { ...good, lead: 0 }]],
    ['with a quote that is not in the post', [{ ...good, quote: 'need an enterprise CRM' }]],
    ['with such a quote, although it is no lead', [{ ...good, lead: 1, quote: 'just chatting' }]],
    ['that a post is a lead, without a quote', [{ ...good, quote: ' ' }]],
    ['above 3', [{ ...good, lead: 4 }]],
    ['below 0', [{ ...good, lead: -1 }]],
    ['between two labels', [{ ...good, lead: 2.5 }]],
  ])('%s is void', (_case, verdicts) => {
    expect(validOf(...verdicts)).toEqual([])
  })

  test('that is void leaves the others valid', () => {
    expect(validOf({ ...good, lead: 9 }, { ...good, id: 'b' }).map(([id]) => id)).toEqual(['b'])
  })
})

describe("a lead's sentence", () => {
  const post = { ...item('a', 'Which **crm** now?'), title: 'We left HubSpot' }
  const built = { text: 'Asks “Which crm now?” It matches your keyword “crm”.', span: null }
  const span = { field: 'body' as const, start: 0, end: 18 }

  test.each<[string, Verdict | null, string]>([
    ['is the built-in one without a verdict', null, built.text],
    ['is the built-in one if the judge gave no reason', { lead: 3, span, reason: '' }, built.text],
    ['is the reason and the quote', { lead: 3, span, reason: 'Needs a CRM.' }, 'Needs a CRM: “Which crm now?”'],
    [
      'ends with a period',
      { lead: 3, span: { field: 'title', start: 0, end: 15 }, reason: 'Left a rival' },
      'Left a rival: “We left HubSpot”.',
    ],
    ['is the reason alone without a quote', { lead: 1, span: null, reason: 'Only news.' }, 'Only news.'],
  ])('%s', (_name, verdict, text) => {
    expect(withVerdictSentence(post, built, verdict)?.text).toBe(text)
  })
})
