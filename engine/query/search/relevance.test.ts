import { expect, test } from 'vitest'
import type { Item } from '../../item.ts'
import type { Span } from '../../spans.ts'
import { relevanceOf } from './relevance.ts'

const filler = 'and so on '.repeat(100)

function found(title: string, body: string, kind: Item['kind'] = 'post'): number {
  const item: Item = {
    ...{ id: 'a', kind, subreddit: 'SaaS', author: null, title, body },
    ...{ flair: null, score: null, numComments: null, postedAt: null },
  }
  const spans = (['title', 'body'] as const).flatMap((field): Span[] =>
    [...item[field].matchAll(/crm|invoice/gi)].map(({ index, 0: word }) => ({
      field,
      start: index,
      end: index + word.length,
    })),
  )
  return relevanceOf(item, spans)
}

test.each<[more: number, less: number, why: string]>([
  [found('Which CRM?', ''), found('Help', 'Which CRM?'), 'a word in the title says more than one in the text'],
  [found('', 'Which CRM?'), found('', `${filler} Which CRM?`), 'an early word says more than a late one'],
  [found('', 'CRM with invoices'), found('', 'CRM CRM CRM'), 'two words say more than one word three times'],
  [found('CRM', '', 'post'), found('CRM', '', 'comment'), 'the title above a comment is not its own'],
])('%d is more than %d: %s', (more, less) => {
  expect(more).toBeGreaterThan(less)
})
