import { expect, test } from 'vitest'
import { resultTitle, threadOf } from './thread-url.ts'

const thread = { id: '1abc9z', subreddit: 'smallbusiness', permalink: '/r/smallbusiness/comments/1abc9z/' }

test.each([
  'https://www.reddit.com/r/smallbusiness/comments/1abc9z/which_invoicing_app/',
  'https://old.reddit.com/r/smallbusiness/comments/1ABC9Z',
  'http://reddit.com/r/smallbusiness/comments/1abc9z/x/k2j3l4/?context=3#top',
  'https://de.reddit.com/r/smallbusiness/comments/1abc9z/?tl=de',
])('%s is an address of the thread', (address) => {
  expect(threadOf(address)).toEqual(thread)
})

test('a post on a profile belongs to its community', () => {
  expect(threadOf('https://www.reddit.com/user/ann/comments/1abc9z/hello/')).toEqual({
    ...{ id: '1abc9z', subreddit: 'u_ann', permalink: '/r/u_ann/comments/1abc9z/' },
  })
})

test.each([
  'https://www.reddit.com/r/smallbusiness/',
  'https://www.reddit.com/r/smallbusiness/comments/',
  'https://www.reddit.com.example/r/smallbusiness/comments/1abc9z/',
  'https://notreddit.com/r/smallbusiness/comments/1abc9z/',
  'https://evil.example/https://www.reddit.com/r/smallbusiness/comments/1abc9z/',
  'https://www.reddit.com@evil.example/r/smallbusiness/comments/1abc9z/',
  'https://user:word@www.reddit.com/r/smallbusiness/comments/1abc9z/',
  'https://www.reddit.com:8443/r/smallbusiness/comments/1abc9z/',
  'javascript:location="https://www.reddit.com/r/smallbusiness/comments/1abc9z/"',
  `https://www.reddit.com/r/smallbusiness/comments/1abc9z/${'a'.repeat(2000)}`,
  '/r/smallbusiness/comments/1abc9z/',
  '',
])('%s is no address of a thread', (address) => {
  expect(threadOf(address)).toBeNull()
})

test.each([
  ['Which invoicing app? : r/smallbusiness - Reddit', 'Which invoicing app?'],
  ['Which invoicing app? - Reddit', 'Which invoicing app?'],
  ['  Which\ninvoicing\u0000\u202e app? ', 'Which invoicing app?'],
  ['<b>Which</b> <script>app</script>', '<b>Which</b> <script>app</script>'],
  ['😀'.repeat(200), '😀'.repeat(150)],
])('%j becomes %j', (title, shown) => {
  expect(resultTitle(title)).toBe(shown)
})
