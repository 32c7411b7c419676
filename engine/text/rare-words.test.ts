import { expect, test } from 'vitest'
import { rareWords } from './rare-words.ts'

const words = (post: { title: string; body: string }, most = 12) => rareWords(post, most).map(({ word }) => word)

test('the rarest words of a post come first, without everyday words, numbers, and addresses', () => {
  const post = {
    title: 'Can anyone recommend a simple CRM?',
    body: 'We are 12 people with shared spreadsheets. HubSpot is too big, see https://a.example/compare/hubspot-pricing-2026.',
  }
  expect(words(post)).toEqual(expect.arrayContaining(['hubspot', 'crm', 'spreadsheet', 'recommend']))
  for (const absent of ['are', 'people', '12', 'pricing', 'compare']) expect(words(post)).not.toContain(absent)
  expect(words(post, 2)).toEqual(words(post).slice(0, 2))
})

test('of equally rare words, those that are used more often come first', () => {
  expect(words({ title: 'Zyxel or Qnapple', body: 'Qnapple, I think.' })[0]).toBe('qnapple')
})

test('a post of everyday words has none', () => {
  expect(words({ title: 'What do you do', body: 'and how is it with you' })).toEqual([])
})
