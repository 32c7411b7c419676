import { describe, expect, test } from 'vitest'
import { toRecord } from './record.ts'

/** A submission as in the dumps, without unused fields. */
const submission = {
  id: '1n2fs54',
  name: 't3_1n2fs54',
  title: 'Which CRM for two &amp; a half people?',
  selftext: 'We have a spreadsheet.\n\n&gt; not a CRM\n\nAnd 3 &lt; 4.',
  subreddit: 'CRM',
  subreddit_id: 't5_2qh1i',
  author: 'mara_writes',
  created_utc: 1_756_395_810,
  score: 12,
  num_comments: 7,
  permalink: '/r/CRM/comments/1n2fs54/which_crm/',
  url: 'https://example.com/?a=1&amp;b=2',
  link_flair_text: 'Help &amp; advice',
  retrieved_on: 1_756_395_830,
  edited: false,
}

/** A comment as in the dumps, without unused fields. */
const comment = {
  id: 'nb4x1yz',
  name: 't1_nb4x1yz',
  body: 'I moved to a CRM last year.',
  subreddit: 'CRM',
  author: 'jo',
  created_utc: '1756400000',
  score: 3,
  link_id: 't3_1n2fs54',
  parent_id: 't3_1n2fs54',
}

function read(row: object) {
  const result = toRecord(row)
  if ('broken' in result) throw new Error(result.broken)
  return result.record
}

test('reads a Pushshift submission', () => {
  expect(read(submission)).toEqual({
    source: 'reddit',
    id: '1n2fs54',
    kind: 'post',
    subreddit: 'CRM',
    author: 'mara_writes',
    title: 'Which CRM for two & a half people?',
    body: 'We have a spreadsheet.\n\n> not a CRM\n\nAnd 3 < 4.',
    flair: 'Help & advice',
    score: 12,
    numComments: 7,
    postedAt: 1_756_395_810_000,
    url: 'https://example.com/?a=1&b=2',
    permalink: '/r/CRM/comments/1n2fs54/which_crm/',
    bodyTruncated: false,
  })
})

test('reads a comment, which has no title in its dump', () => {
  expect(read(comment)).toMatchObject({
    id: 'nb4x1yz',
    kind: 'comment',
    title: '',
    body: 'I moved to a CRM last year.',
    postedAt: 1_756_400_000_000,
    url: null,
    flair: null,
    numComments: null,
    permalink: '/r/CRM/comments/1n2fs54/_/nb4x1yz/',
  })
})

test.each<[string, object, object]>([
  ['reads the thread title of a comment', { ...comment, link_title: 'Which &lt;CRM&gt;?' }, { title: 'Which <CRM>?' }],
  [
    'reads the permalink of a comment',
    { ...comment, permalink: '/r/CRM/comments/1n2fs54/x/nb4x1yz/' },
    { permalink: '/r/CRM/comments/1n2fs54/x/nb4x1yz/' },
  ],
  ['ignores a hidden score', { ...comment, score: 1, score_hidden: true }, { score: null }],
  ['takes the ID of an old line from its name', { ...submission, id: undefined }, { id: '1n2fs54' }],
  ['takes the score of an old line from its upvotes', { ...submission, score: undefined, ups: 4 }, { score: 4 }],
  ['reads a time as text', { ...submission, created_utc: '1756395810' }, { postedAt: 1_756_395_810_000 }],
  ['reads a time with a fraction', { ...submission, created_utc: 1_756_395_810.5 }, { postedAt: 1_756_395_810_500 }],
  [
    'decodes an entity that the author typed only once',
    { ...submission, title: '&amp;lt;b&amp;gt;' },
    { title: '&lt;b&gt;' },
  ],
  ['keeps text without entities unchanged', { ...submission, title: 'R&D < 5 &nbsp;' }, { title: 'R&D < 5 &nbsp;' }],
  [
    'ignores unknown keys',
    { ...submission, _meta: 'odd', media: { a: [1] } },
    { title: 'Which CRM for two & a half people?' },
  ],
])('%s', (_, row, expected) => {
  expect(read(row)).toMatchObject(expected)
})

describe('items that changed or disappeared on Reddit', () => {
  const all = { title: 'Which CRM for two & a half people?', body: 'We have', author: 'mara_writes' }
  const noBody = { ...all, body: '' }
  const nothing = { title: '', body: '', author: null, url: null, permalink: '/r/CRM/comments/1n2fs54/' }
  const post = { ...submission, selftext: 'We have' }
  test.each<[string, object, object]>([
    ['edited later', { ...post, _meta: { is_edited: true, retrieved_2nd_on: 1_756_525_000 } }, all],
    ['in a community that was closed later', { ...post, _meta: { note: 'no_2nd_retrieval' } }, all],
    [
      'deleted at first and restored later',
      { ...post, _meta: { was_initially_deleted: true, removal_type: 'automod_filtered' } },
      all,
    ],
    ['deleted later by the author', { ...post, _meta: { was_deleted_later: true, removal_type: 'deleted' } }, nothing],
    ['deleted later for an unknown reason', { ...post, _meta: { was_deleted_later: true } }, nothing],
    [
      'restored and then deleted',
      { ...post, _meta: { was_initially_deleted: true, was_deleted_later: true, removal_type: 'deleted' } },
      nothing,
    ],
    ['removed later by moderators', { ...post, _meta: { was_deleted_later: true, removal_type: 'moderator' } }, noBody],
    ['already removed by a filter when fetched', { ...post, removed_by_category: 'automod_filtered' }, noBody],
    ['already deleted when fetched', { ...post, removed_by_category: 'deleted' }, nothing],
    ['marked as not removed, as in newer dumps', { ...post, removed_by_category: null }, all],
    ['with [removed] as the body', { ...post, selftext: '[removed]' }, noBody],
    [
      'with deletion notices in all fields',
      { ...post, title: '[deleted by user]', selftext: '[deleted]', author: '[deleted]' },
      { title: '', body: '', author: null },
    ],
    [
      'removed by Reddit',
      { ...post, title: '[ Removed by Reddit ]', selftext: '[ Removed by Reddit ]' },
      { title: '', body: '' },
    ],
  ])('%s', (_, row, expected) => {
    expect(read(row)).toMatchObject(expected)
  })

  test('a deleted comment', () => {
    expect(
      read({ ...comment, link_title: 'Which?', _meta: { was_deleted_later: true, removal_type: 'deleted' } }),
    ).toMatchObject({
      title: '',
      body: '',
      author: null,
    })
  })
})

test.each<[string, object, string]>([
  ['neither title nor body', { id: 'x', created_utc: 1, subreddit: 'a' }, 'neither a post nor a comment'],
  ['an ad without a community', { ...submission, subreddit: null, promoted: true }, 'subreddit is missing'],
  [
    'neither id nor name',
    { ...submission, id: undefined, name: undefined },
    'id can contain only letters, digits, and _ . : -',
  ],
  ['an empty comment', { ...comment, body: '' }, 'title and body are empty'],
])('invalid item: %s', (_, row, reason) => {
  expect(toRecord(row)).toEqual({ broken: reason })
})
