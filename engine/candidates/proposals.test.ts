import { describe, expect, test } from 'vitest'
import { type DecidedText, proposalsFrom } from './proposals.ts'

const profile = {
  name: 'Ledgerly',
  website: null,
  summary: 'Invoicing software for freelancers: send invoices, track payments and expenses, chase late payment.',
  keywords: ['late payment', 'send invoices'],
  competitors: ['Billwise'],
}

function lead(title: string, overrides: Partial<DecidedText> = {}): DecidedText {
  return { title, body: '', subreddit: 'freelance', accepted: true, ...overrides }
}

const texts = (decided: DecidedText[]) => {
  const { keywords, competitors, communities } = proposalsFrom(decided, profile)
  const names = (of: typeof keywords) => of.map(({ text }) => text)
  return { keywords: names(keywords), competitors: names(competitors), communities: names(communities) }
}

describe('proposed keywords', () => {
  const receipts = [lead('Which app for expense receipts?'), lead('My expense receipts are everywhere')]
  test('are phrases from several accepted leads, with counts', () => {
    expect(proposalsFrom(receipts, profile).keywords).toEqual([{ text: 'expense receipts', accepted: 2, rejected: 0 }])
  })

  test.each<[string, DecidedText[]]>([
    ['from a single lead', receipts.slice(0, 1)],
    ['that also occur in rejected leads', [...receipts, ...receipts.map((each) => ({ ...each, accepted: false }))]],
    ['that are keywords already', [lead('How do I send invoices?'), lead('Send invoices from the phone')]],
    ['that a keyword already finds', [lead('A late payment client again'), lead('One more late payment client')]],
    ['about another topic', [lead('Walking with golden retrievers'), lead('Two golden retrievers barking')]],
    ['made of common words of requests', [lead('Any recommendation, please help'), lead('Recommendation? Help')]],
  ])('exclude phrases %s', (_name, decided) => {
    expect(texts(decided).keywords).toEqual([])
  })
})

describe('proposed competitors', () => {
  test.each<[string, string, string[]]>([
    ['include a product that the author leaves', 'Moving away from Paperly after years', ['Paperly']],
    ['include products that are compared', 'Paperly vs. BillNest for a studio', ['BillNest', 'Paperly']],
    ['include a product to replace', 'An alternative to Paperly Pro?', ['Paperly Pro']],
    ['exclude listed competitors', 'Switching from Billwise', []],
    ['exclude the product itself', 'Switching from Ledgerly', []],
    ['exclude generic terms', 'Moving from Excel spreadsheets? Switching from Email', []],
    ['exclude names that are only mentioned', 'Met a guy called Paperly', []],
  ])('%s', (_name, title, expected) => {
    expect(texts([lead(title)]).competitors.toSorted()).toEqual(expected)
  })
})

test('communities with several leads, most of them accepted, are proposed', () => {
  const decided = [
    ...[1, 2, 3].map((n) => lead(`${n}`, { subreddit: 'freelance' })),
    ...[1, 2].map((n) => lead(`${n}`, { subreddit: 'design' })),
    lead('', { subreddit: 'once' }),
    ...[1, 2, 3, 4].map((n) => lead(`${n}`, { subreddit: 'mixed', accepted: n > 2 })),
  ]
  expect(proposalsFrom(decided, profile).communities).toEqual([
    { text: 'freelance', accepted: 3, rejected: 0 },
    { text: 'design', accepted: 2, rejected: 0 },
  ])
})

test('proposes nothing without decisions', () => {
  expect(proposalsFrom([], profile)).toEqual({ keywords: [], competitors: [], communities: [] })
})
