import { expect, test } from 'vitest'
import { profileFromPages } from './profile-from-pages.ts'

const page = (path: string, body: string) => ({
  url: `https://quietbooks.example${path}`,
  html: `<html lang="en"><head><title>Quietbooks</title></head><body>${body}</body></html>`,
})
const factsIn = (...bodies: string[]) =>
  profileFromPages(bodies.map((body, at) => page(at === 0 ? '/' : `/page-${at}`, body))).facts

test('what the product is, and what people ask about, are facts with their page', () => {
  const facts = factsIn(
    `<h1>Quietbooks</h1><p>Quietbooks is bookkeeping software for solo shop owners. The best in the world!</p>
     <p>It syncs with Stripe and PayPal. Have you ever lost a receipt?</p>`,
    '<ul><li>Costs $9 a month, without a contract</li><li>Start your free trial now</li></ul>',
  )
  expect(facts.map(({ text, page: at }) => `${at} ${text}`)).toEqual([
    '/ Quietbooks is bookkeeping software for solo shop owners.',
    '/page-1 Costs $9 a month, without a contract',
    '/ It syncs with Stripe and PayPal.',
  ])
})

test.each([
  ['<p>We believe that the web should be beautiful.</p>', 'praise'],
  ['<blockquote>It costs less and works with everything we use, says Mara.</blockquote>', 'a quote'],
  ['<p>Loved by 4,000 shops in the US and Europe.</p>', 'a boast'],
  ['<p>You get a fixed price and one person to talk to.</p>', 'about the reader'],
  ['<p>Get 20% off the price of any plan this week.</p>', 'an offer'],
  ['<p>$9</p>', 'too short'],
])('%s has none: %s', (body) => {
  expect(factsIn(body)).toEqual([])
})

test('there are a few, and none twice', () => {
  const prices = Array.from({ length: 20 }, (_, at) => `<p>Plan number ${at} costs $${at} a month for everybody.</p>`)
  expect(factsIn(prices.join(''), prices.join(''))).toHaveLength(2)
})
