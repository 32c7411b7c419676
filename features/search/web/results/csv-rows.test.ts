import { expect, test } from 'vitest'
import type { FoundPost } from '../../contract.ts'
import { csvRows } from './csv-rows.ts'

test('a found post is one row with its link, signs, and state', () => {
  const at = '2026-11-20T12:00:00.000Z'
  const found: FoundPost = {
    post: {
      ...{ id: 'a', documentId: 'a', createdAt: at, updatedAt: at, publishedAt: at, outsideId: 'x1', url: null },
      ...{
        kind: 'comment',
        subreddit: 'SaaS',
        author: 'mara',
        title: 'Which CRM?',
        body: 'Too expensive',
        flair: null,
      },
      ...{ bodyTruncated: false, permalink: '/r/SaaS/1', score: null, numComments: 3, postedAt: at },
      ...{ standing: 'there', checkedAt: null },
    },
    snippet: { text: '', marks: [] },
    spans: [],
    lenses: ['pain', 'price'],
    lead: { id: 'b', state: 'replied' },
  }
  const [header, row] = csvRows([found], (permalink) => `https://reddit.example${permalink}`)
  expect(header).toHaveLength(row!.length)
  expect(row).toEqual([
    ...['Which CRM?', 'Too expensive', 'r/SaaS', 'u/mara', 'comment', at, '', '3'],
    ...['Describes a problem, Talks about price', 'replied', 'https://reddit.example/r/SaaS/1'],
  ])
})
