import { describe, expect, test } from 'vitest'
import { toRecord } from './record.ts'

const row = {
  id: '1abc',
  kind: 'post',
  subreddit: 'CRM',
  author: 'u_1',
  title: 'Which CRM?',
  body: 'For two people.',
  url: 'https://example.com/a',
  permalink: '/r/CRM/comments/1abc/which_crm/',
  createdAt: '2026-07-01T10:00:00Z',
  score: 3,
  numComments: 4,
}

function read(changes: Record<string, unknown>) {
  const result = toRecord({ ...row, ...changes })
  if ('broken' in result) throw new Error(result.broken)
  return result.record
}

test('keeps all fields of a complete row', () => {
  expect(read({ flair: 'Question', bodyTruncated: true })).toEqual({
    source: 'reddit',
    ...row,
    createdAt: undefined,
    postedAt: Date.UTC(2026, 6, 1, 10),
    flair: 'Question',
    bodyTruncated: true,
  })
})

test('optional fields may be missing', () => {
  const result = toRecord({ id: '1abc', kind: 'comment', subreddit: 'r/CRM', body: 'Same here' })
  expect(result).toEqual({
    record: {
      source: 'reddit',
      id: '1abc',
      kind: 'comment',
      subreddit: 'CRM',
      author: null,
      title: '',
      body: 'Same here',
      flair: null,
      score: null,
      numComments: null,
      postedAt: null,
      url: null,
      permalink: '/r/CRM/comments/1abc/',
      bodyTruncated: false,
    },
  })
})

describe('an invalid item', () => {
  test.each<[string, unknown]>([
    ['that is null', null],
    ['that is an array', [row]],
    ['that is a number', 7],
    ['without an ID', { ...row, id: undefined }],
    ['with an invalid character in its ID', { ...row, id: "1' or 1=1" }],
    ['with an overlong ID', { ...row, id: 'a'.repeat(65) }],
    ['of an unknown kind', { ...row, kind: 'message' }],
    ['without a community', { ...row, subreddit: null }],
    ['with neither title nor body', { ...row, title: null, body: '' }],
  ])('%s', (_name, value) => {
    expect(toRecord(value)).toEqual({ broken: expect.any(String) })
  })
})

describe('the time of posting', () => {
  const instant = Date.UTC(2026, 6, 1, 10)
  test.each<[string, unknown, number | null]>([
    ['in seconds', instant / 1000, instant],
    ['in seconds with a fraction', instant / 1000 + 0.5, instant + 500],
    ['in milliseconds', instant, instant],
    ['in seconds as text', String(instant / 1000), instant],
    ['with a UTC offset', '2026-07-01T12:00:00+02:00', instant],
    ['that is null', null, null],
    ['that is missing', undefined, null],
    ['that is negative', -5, null],
    ['that is zero', 0, null],
    ['before Reddit existed', '1999-01-01T00:00:00Z', null],
    ['far in the future', 99_999_999_999, null],
    ['that is not a date', 'yesterday', null],
    ['that is an object', {}, null],
  ])('%s', (_name, createdAt, postedAt) => {
    expect(read({ createdAt }).postedAt).toBe(postedAt)
  })
})

describe('deletion notices', () => {
  test('are read as an empty body and a missing author', () => {
    const record = read({ body: '[removed]', author: '[deleted]' })
    expect([record.body, record.author]).toEqual(['', null])
  })

  test('count as an item even without other text', () => {
    expect(read({ title: null, body: '[deleted]' })).toMatchObject({ title: '', body: '' })
  })
})

test.each<[string, unknown, number | null]>([
  ['as text', '12', 12],
  ['with a fraction', 3.9, 3],
  ['above the maximum of an integer column', 1e12, 2_147_483_647],
  ['not a number', 'many', null],
  ['infinite', Number.POSITIVE_INFINITY, null],
  ['missing', undefined, null],
])('votes: %s', (_name, score, expected) => {
  expect(read({ score }).score).toBe(expected)
})

test.each<[string, unknown, string]>([
  ['a full URL', 'https://old.reddit.com/r/CRM/comments/1abc/x/', '/r/CRM/comments/1abc/x/'],
  ['another host', '//evil.example/r/CRM', '/r/CRM/comments/1abc/'],
  ['a backslash', '/\\evil.example', '/r/CRM/comments/1abc/'],
  ['a host after a tab', '/\t/evil.example', '/r/CRM/comments/1abc/'],
  ['a host after a line break', '/\r\n/evil.example', '/r/CRM/comments/1abc/'],
  ['a host with the same ending', 'https://evilreddit.com/r/CRM', '/r/CRM/comments/1abc/'],
  ['a script URL', 'javascript:alert(1)', '/r/CRM/comments/1abc/'],
  ['null', null, '/r/CRM/comments/1abc/'],
])('permalink: %s', (_name, permalink, expected) => {
  expect(read({ permalink }).permalink).toBe(expected)
})

test.each(['javascript:alert(1)', 'ftp://x.example', '', null, 7])('the URL %s is dropped', (url) => {
  expect(read({ url }).url).toBeNull()
})

test.each(['1abc', '1ABC', 't3_1abc', 'row-17', 'x6e80c373a6a5b777'])('the id %s is kept unchanged', (id) => {
  expect(read({ id }).id).toBe(id)
})
