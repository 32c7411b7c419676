import { describe, expect, test } from 'vitest'
import { isProgram, visitOf } from './visit.ts'

const publicUrl = 'https://leads.example'
const pageOf = (path: string) => (path === '/' || path === '/blog' ? path : null)
const event = { n: 'pageview', u: `${publicUrl}/blog`, d: 'leads.example' }
const visit = (more: object) => visitOf({ ...event, ...more }, publicUrl, pageOf)

describe('an event keeps', () => {
  test.each<[string, object, object | null]>([
    ['its page, and that nothing led there', {}, { name: 'pageview', path: '/blog', referrer: '' }],
    ['nothing of a query, which may be a key', { u: `${publicUrl}/blog?code=abc#x` }, { path: '/blog' }],
    ['no address that is no page of ours', { u: `${publicUrl}/mara@pipewell.example` }, { path: null }],
    ['its name', { n: 'Guide' }, { name: 'Guide' }],
    ['the host that led there', { r: 'https://www.reddit.com/r/saas?q=mara' }, { referrer: 'reddit.com' }],
    ['no page of ours that led there', { r: `${publicUrl}/` }, { referrer: '' }],
    ['no app that led there', { r: 'android-app://com.example' }, { referrer: '' }],
    ['nothing that is no address', { r: 'mara' }, { referrer: '' }],
    ['no host that is longer than one', { r: `https://${'a.'.repeat(60)}example` }, { referrer: '' }],
    ['nothing of another installation', { u: 'https://other.example/blog' }, null],
    ['nothing of another port', { u: `${publicUrl}:8080/blog` }, null],
    ['nothing for another domain', { d: 'other.example' }, null],
    ['nothing where the address is none', { u: 'blog' }, null],
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
