import { describe, expect, test } from 'vitest'
import type { Item } from '../item.ts'
import { buildFinder } from './candidates.ts'
import { readKeyword } from './keywords.ts'
import { compileProfile } from './profile.ts'

describe('the wordings and spellings of a keyword', () => {
  test.each([
    ['crm', ['crm'], ['crm', 'crms'], false],
    ['crm for freelancers', ['crm for freelancers'], ['crm for freelancers'], false],
    ['C++', ['c++'], ['c++'], false],
    ["client won't pay", ["client won't pay"], ["client won't pay"], false],
    ['"crm for freelancers"', ['crm for freelancers'], ['crm for freelancers'], false],
    ['crm -hubspot', ['crm'], ['crm'], true],
    ['(crm OR "contact list") AND freelance*', ['crm', 'contact list', 'freelance'], ['crm', 'contact list'], true],
    ['invoice NEAR/3 late', ['invoice', 'late'], ['invoice'], true],
    ['title:crm', ['crm'], ['crm'], true],
    ['crm subreddit:agency', ['crm'], ['crm'], true],
  ])('%s', (text, wordings, spellings, hasQuery) => {
    const keyword = readKeyword(text)
    expect(keyword.wordings).toEqual(wordings)
    expect(keyword.spellings).toEqual(expect.arrayContaining(spellings))
    expect(keyword.query !== null).toBe(hasQuery)
  })

  test.each(['crm (', '-crm', 'crm AND', 'NEAR/3'])('the invalid query %s is read as a plain phrase', (text) => {
    expect(readKeyword(text)).toMatchObject({ text, wordings: [text], query: null })
  })
})

const day = 24 * 3_600_000
const now = Date.UTC(2026, 10, 20)

function item(title: string, overrides: Partial<Item> = {}): Item {
  const rest = { kind: 'post', subreddit: 'agency', author: null, flair: null, score: 5, numComments: 1 } as const
  return { id: 'a', title, body: '', postedAt: now - 10 * day, ...rest, ...overrides }
}

function isFound(keyword: string, post: Item): boolean {
  const profile = { name: 'X', website: null, summary: '', keywords: [keyword], competitors: [] }
  const [candidate] = buildFinder([{ id: 'x', profile }]).find(post, { now })
  return candidate?.hits.some(({ kind, phrase }) => kind === 'keyword' && phrase === keyword) ?? false
}

describe('the query of a keyword decides which posts it finds', () => {
  test.each([
    ['crm -hubspot', 'Which CRM is best?', true],
    ['crm -hubspot', 'Which CRM is best, besides HubSpot?', false],
    ['crm AND (agency OR studio)', 'Our studio needs a CRM', true],
    ['crm AND (agency OR studio)', 'My dentist needs a CRM', false],
    ['invoice* AND late', 'Late with an invoice', true],
    ['late invoic*', 'Late with invoices', false],
    ['late AND invoic*', 'Late with invoices', true],
    ['invoice NEAR/2 late', 'The invoice was late', true],
    ['invoice NEAR/2 late', 'The invoice came on a day that was late', false],
    ['crm subreddit:agency', 'Which CRM?', true],
    ['crm subreddit:sales', 'Which CRM?', false],
    ['crm after:30d', 'Which CRM?', true],
    ['crm after:3d', 'Which CRM?', false],
    ['crm score>10', 'Which CRM?', false],
    ['crm lang:en', 'Which CRM would you recommend to a small agency that works for restaurants?', true],
    ['crm lang:de', 'Which CRM would you recommend to a small agency that works for restaurants?', false],
  ])('%s: %s', (keyword, title, expected) => {
    expect(isFound(keyword, item(title))).toBe(expected)
  })
})

test("an excluded term is not one of the product's words", () => {
  const profile = { name: 'X', website: null, summary: '', keywords: ['crm -plumber'], competitors: [] }
  const without = { ...profile, keywords: ['crm'] }
  expect(compileProfile(profile).worth).toEqual(compileProfile(without).worth)
})
