import { expect, test } from 'vitest'
import { truncateRecord } from './bounds.ts'
import { type SourceRecord, toRecord } from './record.ts'

function record(overrides: Partial<SourceRecord> = {}): SourceRecord {
  const read = toRecord({ id: 'a', kind: 'post', subreddit: 'CRM', title: 'Which CRM?', flair: 'Help', author: 'mara' })
  if (!('record' in read)) throw new Error(read.broken)
  return { ...read.record, ...overrides }
}

test.each([
  ['a typical record', {}],
  ['the longest allowed title', { title: 'é'.repeat(1_000) }],
  ['the longest allowed body', { body: '漢'.repeat(50_000) }],
  ['a record without author, flair and body', { author: null, flair: null, body: '' }],
  ['a record that its source truncated', { body: 'short', bodyTruncated: true }],
])('keeps %s unchanged', (_, overrides) => {
  expect(truncateRecord(record(overrides))).toEqual(record(overrides))
})

test('truncates oversized text and marks the body as truncated', () => {
  const long = record({
    title: 't'.repeat(5_000),
    body: 'b'.repeat(4_000_000),
    author: 'a'.repeat(500),
    flair: 'f'.repeat(500),
  })
  const { title, body, bodyTruncated, author, flair } = truncateRecord(long)
  expect([title.length, body.length, author?.length, flair?.length]).toEqual([1_000, 50_000, 100, 300])
  expect(bodyTruncated).toBe(true)
})

test('never splits a character', () => {
  const { body } = truncateRecord(record({ body: `x${'🦊'.repeat(30_000)}` }))
  expect(body).toBe(`x${'🦊'.repeat(24_999)}`)
})
