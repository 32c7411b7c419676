import { describe, expect, test } from 'vitest'
import { readItem } from '../reading.ts'
import { kindWeights } from '../weights.ts'
import { kindChance, kindCommunity } from './kind-chance.ts'
import { kinds } from './kinds.ts'

const kindOf = (id: string, weight = 1, isNamed = true) => ({
  kind: kinds.findIndex((kind) => kind.id === id),
  weight,
  isNamed,
})
const chanceOf = (own: Parameters<typeof kindChance>[0], title: string, body = '') => {
  const readings = readItem({ title, body })
  return kindChance(own, readings.title, readings.body)
}

describe('the chance of a kind', () => {
  test.each<[string, string, string]>([
    ['invoicing', 'payroll', 'Client ignores my invoice, the payment is overdue'],
    ['payroll', 'invoicing', 'Running payroll for our first employee, direct deposit and withholding'],
    ['dog-training', 'pet-supplies', 'My puppy keeps biting and pulling on the leash'],
    [
      'podcast-hosting-recording',
      'music-production-software',
      'Remote podcast recording with two guests, whose rss feed?',
    ],
    [
      'password-managers',
      'vpn-services',
      'Where do you keep your passwords? Autofill and a shared vault for the family',
    ],
  ])('is higher for %s than for %s', (id, other, title) => {
    expect(chanceOf([kindOf(id)], title).chance).toBeGreaterThan(chanceOf([kindOf(other)], title).chance + 0.2)
  })

  test('depends on the body too, and not on the previous item', () => {
    const own = [kindOf('invoicing')]
    const bare = chanceOf(own, 'Please help').chance
    expect(chanceOf(own, 'Please help', 'I send an invoice and no client pays it').chance).toBeGreaterThan(bare)
    expect(chanceOf(own, 'Please help').chance).toBe(bare)
  })

  test('combines several kinds and names the likeliest', () => {
    const title = 'My puppy keeps biting and pulling on the leash'
    const [dogs, bills] = [kindOf('dog-training'), kindOf('invoicing')]
    expect(chanceOf([bills, dogs], title).chance).toBeGreaterThanOrEqual(chanceOf([dogs], title).chance)
    expect(chanceOf([bills, dogs], title).name).toBe(kinds[dogs.kind]!.names[0])
    expect(chanceOf([kindOf('dog-training', 0.2)], title).chance).toBeLessThan(chanceOf([dogs], title).chance)
  })

  test('names only a kind of the product that the item is about', () => {
    const about = 'My puppy keeps biting and pulling on the leash'
    expect(chanceOf([kindOf('dog-training')], about).name).toBe('dog trainer')
    expect(chanceOf([kindOf('dog-training', 1, false)], about).name).toBeNull()
    expect(chanceOf([kindOf('payroll')], about).name).toBeNull()
  })

  test('is between 0 and 1, and in the middle for a product of no known kind', () => {
    const all = kinds.map(({ id }) => chanceOf([kindOf(id)], 'Overdue invoice, unpaid invoices, net 30 invoice').chance)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...all)).toBeLessThanOrEqual(1)
    expect(chanceOf([], 'Overdue invoice')).toEqual({ chance: kindWeights.unknownKind, name: null })
  })
})

test('a community counts for the kinds that its members look for', () => {
  const [community] = kinds.find(({ id }) => id === 'dog-training')!.communities
  expect(kindCommunity([kindOf('dog-training')], community!.toUpperCase())).toBe(1)
  expect(kindCommunity([kindOf('dog-training', 0.25)], community!)).toBe(0.5)
  expect(kindCommunity([kindOf('payroll')], community!)).toBe(0)
  expect(kindCommunity([], community!)).toBe(0)
})
