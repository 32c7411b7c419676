import { describe, expect, test } from 'vitest'
import { isProgram, visitOf } from './visit.ts'

const publicUrl = 'https://leads.example'
const pageOf = (path: string) => (path === '/' || path === '/blog' ? path : null)
const event = { n: 'pageview', u: `${publicUrl}/blog`, d: 'leads.example' }
const visit = (more: object) => visitOf({ ...event, ...more }, publicUrl, pageOf)

describe('an event keeps', () => {
  test.each<[string, object, object | null]>([
    ['its page and an empty referrer', {}, { name: 'pageview', path: '/blog', referrer: '' }],
    ['no query, which may contain a key', { u: `${publicUrl}/blog?code=abc#x` }, { path: '/blog' }],
    ['no path that is not a page of this server', { u: `${publicUrl}/mara@pipewell.example` }, { path: null }],
    ['its name', { n: 'Guide' }, { name: 'Guide' }],
    ['the host of its referrer', { r: 'https://www.reddit.com/r/saas?q=mara' }, { referrer: 'reddit.com' }],
    ['no referrer on this server', { r: `${publicUrl}/` }, { referrer: '' }],
    ['no referrer that is an app', { r: 'android-app://com.example' }, { referrer: '' }],
    ['no referrer that is not a URL', { r: 'mara' }, { referrer: '' }],
    ['no referrer host over the length limit', { r: `https://${'a.'.repeat(60)}example` }, { referrer: '' }],
    ['nothing from another server', { u: 'https://other.example/blog' }, null],
    ['nothing from another port', { u: `${publicUrl}:8080/blog` }, null],
    ['nothing for another domain', { d: 'other.example' }, null],
    ['nothing without a valid URL', { u: 'blog' }, null],
  ])('%s', (_, more, kept) => {
    if (kept === null) expect(visit(more)).toBeNull()
    else expect(visit(more)).toMatchObject(kept)
  })
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36', false],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['Mozilla/5.0 (compatible; YandexBot/3.0)', true],
  ['Mozilla/5.0 Chrome-Lighthouse', true],
  ['curl/8.5.0', true],
  ['', true],
])('%j counts as a bot: %s', (agent, program) => {
  expect(isProgram(agent)).toBe(program)
})
