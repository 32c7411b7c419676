import { expect, test } from 'vitest'
import { commentPath } from './comment-path.ts'

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
