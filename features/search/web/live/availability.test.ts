import { expect, test } from 'vitest'
import type { Realm, Source } from '#engine/sources.ts'
import { whyNotLive } from './availability.ts'

const all: Source[] = ['reddit-api', 'reddit-rss', 'archive', 'sandbox']

test.each<[what: string, realm: Realm, sources: Source[], installed: Source[], expected: RegExp | null]>([
  ['the API', 'real', all, ['archive', 'reddit-api'], null],
  ['the sandbox, for sample data', 'sandbox', all, ['archive', 'sandbox'], null],
  [
    'the sandbox, for real data',
    'real',
    all,
    ['archive', 'sandbox'],
    /isn't connected\. To connect, set REDDIT_CLIENT_ID/,
  ],
  ['RSS', 'real', all, ['archive', 'reddit-rss'], /isn't connected\. RSS is too slow for this\. To connect/],
  ['an API that the project turned off', 'real', ['archive'], ['archive', 'reddit-api'], /turned off for this project/],
])('with %s', (_what, realm, sources, installed, expected) => {
  const reason = whyNotLive({ realm, sources }, installed)
  if (expected === null) expect(reason).toBe(null)
  else expect(reason).toMatch(expected)
})
