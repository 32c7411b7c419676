import { expect, test } from 'vitest'
import { commentIds, commentLinkFault, commentPath, threadIdOf } from './comment-path.ts'

const path = '/r/smallbusiness/comments/1abc9/which_crm/kx2z81/'

test.each([
  `https://www.reddit.com${path}`,
  `https://old.reddit.com${path}?context=3`,
  `http://reddit.com${path}#top`,
  `www.reddit.com${path}`,
  `reddit.com${path}`,
  path,
  path.slice(0, -1),
  `  ${path} `,
])('%s is a comment', (link) => {
  expect(commentPath(link)).toBe(path)
})

test.each([
  ['/r/smallbusiness/comments/1abc9/comment/kx2z81/', '/r/smallbusiness/comments/1abc9/comment/kx2z81/'],
  ['https://www.reddit.com/comments/1abc9/_/kx2z81', '/comments/1abc9/_/kx2z81/'],
  ['/user/mara-k/comments/1abc9/hello/kx2z81', '/user/mara-k/comments/1abc9/hello/kx2z81/'],
])('%s has the path %s', (link, expected) => {
  expect(commentPath(link)).toBe(expected)
})

test.each([
  '',
  'https://www.reddit.com/r/smallbusiness/comments/1abc9/which_crm/',
  'https://www.reddit.com/r/smallbusiness/s/AbCdEf',
  'https://redd.it/1abc9',
  `https://reddit.com.example${path}`,
  `https://www.reddit.com@elsewhere.example${path}`,
  `//elsewhere.example${path}`,
  `javascript:alert(1)//reddit.com${path}`,
  `${path}../../more/`,
  'kx2z81',
])('%s is no comment', (link) => {
  expect(commentPath(link)).toBeNull()
})

test.each([
  [path, { thread: '1abc9', comment: 'kx2z81' }],
  ['/comments/1ABC9/_/KX2Z81/', { thread: '1abc9', comment: 'kx2z81' }],
  ['/r/smallbusiness/comments/1abc9/which_crm/', null],
])('%s has the ids %j', (link, ids) => {
  expect(commentIds(link)).toEqual(ids)
})

test.each([
  ['/r/smallbusiness/comments/1abc9/which_crm/', '1abc9'],
  ['/comments/1ABC9/', '1abc9'],
  [path, '1abc9'],
  ['/r/smallbusiness/', null],
])('%s is in the thread %s', (permalink, thread) => {
  expect(threadIdOf(permalink)).toBe(thread)
})

test('the link of a reply leads to a comment in one of the threads', () => {
  const threads = ['/r/smallbusiness/comments/1abc9/which_crm/', '/r/startups/comments/1xyz/which_crm/']
  expect(commentLinkFault(`https://www.reddit.com${path}`, threads)).toBeNull()
  expect(commentLinkFault('https://www.reddit.com/comments/1xyz/_/kx3/', threads)).toBeNull()
  expect(commentLinkFault('https://www.reddit.com/comments/1zzz/_/kx3/', threads)).toContain('another thread')
  expect(commentLinkFault('https://www.reddit.com/r/startups/comments/1xyz/which_crm/', threads)).toContain('copy')
  expect(commentLinkFault('https://www.reddit.com/comments/1zzz/_/kx3/', ['/r/of_an_archive/'])).toBeNull()
})
