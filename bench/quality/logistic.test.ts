import { expect, test } from 'vitest'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { logistic, raw } from './logistic.ts'

test('recovers the weights that generated the examples', () => {
  const random = pseudoRandom(5)
  const examples = Array.from({ length: 4_000 }, () => {
    const features = { useful: random() * 4 - 2, harmful: random() * 10, noise: random() }
    const chance = 1 / (1 + Math.exp(-(1.5 * features.useful - 0.5 * features.harmful + 2)))
    return { features, positive: random() < chance }
  })
  const model = logistic(
    examples,
    ['useful', 'harmful', 'noise'],
    ({ positive }) => positive,
    () => 1,
    0.1,
  )
  expect(model.weights.useful).toBeCloseTo(1.5, 0)
  expect(model.weights.harmful).toBeCloseTo(-0.5, 0)
  expect(Math.abs(model.weights.noise!)).toBeLessThan(0.4)
  expect(raw(model, { useful: 1, harmful: 0, noise: 0 })).toBeCloseTo(model.intercept + model.weights.useful!, 10)
})
