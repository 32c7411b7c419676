import { expect, test } from 'vitest'
import { type Graded, quality } from './ranking.ts'

function ranked(...labels: Graded['label'][]): Graded[] {
  return labels.map((label, index) => ({ label, score: -index }))
}

test('the best order scores 1, and a lead below the first ten scores 0', () => {
  expect(quality(ranked(3, 3, 2, 1, 0))).toEqual({ ndcg: 1, precision: 1, recall: 1 })
  expect(quality(ranked(...new Array<0>(10).fill(0), 3))).toEqual({ ndcg: 0, precision: 0, recall: 1 })
})

test('gains are 0, 0, 1 and 3, discounted by rank', () => {
  const best = 3 + 1 / Math.log2(3)
  expect(quality(ranked(2, 3)).ndcg).toBeCloseTo((1 + 3 / Math.log2(3)) / best, 10)
  expect(quality(ranked(1, 3, 2)).ndcg).toBeCloseTo((3 / Math.log2(3) + 1 / 2) / best, 10)
})

test('precision is the share of the existing leads, at most ten', () => {
  expect(quality(ranked(2, 0, 3, 0)).precision).toBe(1)
  expect(quality(ranked(...new Array<0>(9).fill(0), 2, 2, 2)).precision).toBeCloseTo(1 / 3, 10)
})

test('items with equal scores share their ranks', () => {
  const tie = (labels: Graded['label'][]) => quality(labels.map((label) => ({ label, score: 1 })))
  expect(tie([3, 0])).toEqual(tie([0, 3]))
  expect(tie([3, 0]).precision).toBe(1)
  expect(tie([3, 0]).ndcg).toBeCloseTo((1.5 + 1.5 / Math.log2(3)) / 3, 10)
})

test('a ranking without leads scores 0', () => {
  expect(quality(ranked(1, 0))).toEqual({ ndcg: 0, precision: 0, recall: 0 })
})

test('recall is the share of leads among the first 30 that passed the gate', () => {
  const leads = new Array<2>(40).fill(2)
  expect(quality(ranked(...leads)).recall).toBeCloseTo(30 / 40, 10)
  const held = ranked(2, 2, 2).map((item, index) => (index < 2 ? item : { ...item, score: Number.NEGATIVE_INFINITY }))
  expect(quality(held).recall).toBeCloseTo(2 / 3, 10)
})
