import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type Plan, planKeys, planOf } from '#engine/subscription/plans.ts'
import { Plans } from './plans.tsx'

/** The text of each card. */
const cards = renderToStaticMarkup(<Plans />)
  .split('<li')
  .slice(1)
  .map((card) =>
    card
      .replace(/^[^>]*>/, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', "'")
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

const sold = planKeys.map((key) => planOf(key)).filter(({ prices }) => Object.keys(prices).length > 0)

test('every plan with a price has a card, and nothing else does', () => {
  expect(cards).toHaveLength(sold.length)
})

describe.each(sold.map((plan, index) => ({ name: plan.name, plan, card: cards[index] ?? '' })))(
  'the card of $name',
  ({ plan, card }) => {
    test("starts with the plan's name and mark and describes it", () => {
      expect(card.slice(0, card.indexOf(plan.description)).trim()).toBe(
        plan.mostPopular ? `${plan.name} Most popular` : plan.name,
      )
    })

    test("shows exactly the plan's prices", () => {
      const words = { monthly: 'a month', yearly: 'a year', oneTime: 'once' }
      const named = card.match(/\$[\d.]+ (a month|a year|once)/g)
      expect(named).toEqual(
        Object.entries(words).flatMap(([cycle, after]) => {
          const price = plan.prices[cycle as keyof Plan['prices']]
          return price ? [`$${price.amount / 100} ${after}`] : []
        }),
      )
    })
  },
)

const withFeatures = sold.slice(0, 3).map((plan, index) => ({ name: plan.name, plan, card: cards[index] ?? '' }))

test.each(withFeatures)('$name lists upcoming features below Coming soon and existing ones above', ({ plan, card }) => {
  const [above = '', below = ''] = card.split(' Coming soon ')
  const features = Object.values(plan.features).flat()
  expect(features.filter(({ coming, text }) => !(coming ? below : above).includes(text))).toEqual([])
  expect(features.filter(({ coming, text }) => (coming ? above : below).includes(text))).toEqual([])
})
