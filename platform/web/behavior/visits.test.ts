import { describe, expect, test } from 'vitest'
import { eventBody, isIgnored, pageViews, trackedUrl } from './visits.ts'

test.each([
  ['https:', 'leads.example', null, false],
  ['http:', 'leads.example', null, false],
  ['http:', 'localhost', null, true],
  ['http:', '127.0.0.1', null, true],
  ['http:', '[::1]', null, true],
  ['http:', 'localhost.example', null, false],
  ['file:', '', null, true],
  ['file:', 'leads.example', null, true],
  ['https:', 'leads.example', 'true', true],
  ['https:', 'leads.example', 'false', false],
  ['https:', 'leads.example', '', false],
])('a page at %s//%s with the flag %j is ignored: %s', (protocol, hostname, flag, ignored) => {
  expect(isIgnored({ protocol, hostname }, flag)).toBe(ignored)
})

const page = { href: 'https://leads.example/blog', hostname: 'leads.example', referrer: '', width: 1440 }

describe('an event has the short fields', () => {
  test('of its page', () => {
    expect(JSON.parse(eventBody('pageview', page))).toEqual({
      n: 'pageview',
      u: 'https://leads.example/blog',
      d: 'leads.example',
      r: null,
      w: 1440,
      h: 0,
    })
  })

  test('of the referrer, the hash, the props and the revenue', () => {
    const from = { ...page, href: `${page.href}#first`, referrer: 'https://www.reddit.com/r/saas?q=x', hashMode: true }
    const extras = { props: { plan: 'growth' }, revenue: { currency: 'USD', amount: 39 } }
    expect(JSON.parse(eventBody('Paid', from, extras))).toEqual({
      n: 'Paid',
      u: 'https://leads.example/blog#first',
      d: 'leads.example',
      r: 'https://www.reddit.com/r/saas',
      w: 1440,
      h: 1,
      p: { plan: 'growth' },
      $: { currency: 'USD', amount: 39 },
    })
  })
})

test.each([
  ['https://leads.example/auth/reset-password?code=abc', 'https://leads.example/auth/reset-password'],
  ['https://leads.example/?utm_source=x&email=mara&ref=y', 'https://leads.example/?utm_source=x&ref=y'],
  ['https://ann:pw@leads.example/blog#top', 'https://leads.example/blog'],
  ['about', ''],
])('%s is reported as %s', (href, reported) => {
  expect(trackedUrl(href, false)).toBe(reported)
})

test('a page view is reported when the page is shown and again after returning to it', () => {
  const reported: string[] = []
  const visit = pageViews((name, href) => reported.push(`${name} ${new URL(href).pathname}`))
  const steps = [
    '/app/opportunities',
    '/app/opportunities?lead=1',
    '/app/opportunities#x',
    '/app/setup',
    '/app/opportunities',
  ]
  for (const path of steps) visit(`https://leads.example${path}`)
  expect(reported).toEqual(['pageview /app/opportunities', 'pageview /app/setup', 'pageview /app/opportunities'])
})

test('with hashes that distinguish pages, each is a page view', () => {
  const reported: string[] = []
  const visit = pageViews((_, href) => reported.push(new URL(href).hash), true)
  for (const hash of ['#a', '#a', '#b', '']) visit(`https://leads.example/blog${hash}`)
  expect(reported).toEqual(['#a', '#b', ''])
})

test("a page restored from the browser's cache is reported again", () => {
  const reported: string[] = []
  const visit = pageViews((_, href) => reported.push(href))
  visit('https://leads.example/blog')
  visit('https://leads.example/blog', true)
  visit('https://leads.example/blog')
  expect(reported).toHaveLength(2)
})
