import { expect, test } from 'vitest'
import type { SeoReceipt } from '../contract.ts'
import { commentsText, namesText, nextText, receiptText, shareText, tagText } from './text.ts'

const receipt: SeoReceipt = {
  ...{ kind: 'ranking', engine: 'google', query: 'invoicing app', position: 3, isCurrent: true },
  ...{ url: 'https://www.reddit.com/r/a/comments/1/', title: 'Which?', askedAt: '2026-11-20T12:00:00Z' },
}

test.each<[Partial<SeoReceipt>, string, string | null, string]>([
  [{}, '#3 on Google for “invoicing app”', 'about 11% of clicks', 'SEO #3'],
  [{ engine: 'bing', position: 1 }, '#1 on Bing for “invoicing app”', null, 'SEO #1'],
  [{ engine: 'mojeek', position: 14 }, '#14 on mojeek for “invoicing app”', null, 'SEO #14'],
  [{ kind: 'cited', engine: 'sonar', position: null }, 'Cited by sonar for “invoicing app”', null, 'Cited by AI'],
  [{ kind: 'estimated', engine: '', position: null }, 'Stored post that matches “invoicing app”', null, 'SEO estimate'],
])('a receipt %j reads %j', (change, text, share, tag) => {
  const changed = { ...receipt, ...change }
  expect([receiptText(changed), shareText(changed), tagText(changed)]).toEqual([text, share, tag])
})

test('what is unknown is called unknown', () => {
  expect([commentsText({ comments: null }), namesText({ named: null }), nextText({ nextAt: null })]).toEqual([
    ...['Comments: unknown', 'Names: unknown', null],
  ])
  expect(commentsText({ comments: 'archived' })).toBe('Archived, no comments')
  const names = { brand: ['Paperfinch'], competitors: ['Ledgerstone'] }
  expect(namesText({ named: { in: 'thread', names } })).toBe('Names Paperfinch, Ledgerstone')
  const none = { brand: [], competitors: [] }
  expect(namesText({ named: { in: 'post', names: none } })).toBe(
    'Mentions neither you nor competitors (only the post was read)',
  )
  expect(nextText({ nextAt: '2026-12-01T12:00:00Z' })).toBe('Next update on December 1')
})
