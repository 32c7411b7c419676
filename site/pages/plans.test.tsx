import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type Plan, planKeys, planOf } from '#engine/subscription/plans.ts'
import { Plans } from './plans.tsx'

/** The words of each card, as one reads them. */
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

test('what is sold has a card each, in the order of the table of plans, and nothing else has', () => {
  expect(cards).toHaveLength(sold.length)
})

describe.each(sold.map((plan, index) => ({ name: plan.name, plan, card: cards[index] ?? '' })))(
  'the card of $name',
  ({ plan, card }) => {
    test('begins with its name, is marked where the table says so, and describes it', () => {
      expect(card.slice(0, card.indexOf(plan.description)).trim()).toBe(
        plan.mostPopular ? `${plan.name} Most popular` : plan.name,
      )
    })

    test('names each price of the table, and no other', () => {
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

test.each(withFeatures)(
  'of $name what is to come stands below Coming soon, and what is there above',
  ({ plan, card }) => {
    const [above = '', below = ''] = card.split(' Coming soon ')
    const features = Object.values(plan.features).flat()
    expect(features.filter(({ coming, text }) => !(coming ? below : above).includes(text))).toEqual([])
    expect(features.filter(({ coming, text }) => (coming ? above : below).includes(text))).toEqual([])
  },
)
