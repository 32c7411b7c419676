import { expect, test } from 'vitest'
import { redditUrl } from './reddit-url.ts'

test.each([
  ['/r/CRM/comments/1abc/caf%C3%A9/', 'https://www.reddit.com/r/CRM/comments/1abc/caf%C3%A9/'],
  ['/r/../..//evil.example', 'https://www.reddit.com//evil.example'],
  ['//evil.example/', 'https://www.reddit.com'],
  ['/\\evil.example/', 'https://www.reddit.com'],
  ['/\t/evil.example/', 'https://www.reddit.com'],
  ['javascript:alert(1)', 'https://www.reddit.com'],
  ['http://[', 'https://www.reddit.com'],
])('the permalink %j leads to %s', (permalink, url) => {
  expect(redditUrl(permalink)).toBe(url)
})
