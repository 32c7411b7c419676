import { expect, test } from 'vitest'
import { kindSums } from './kind-sums.ts'

/** Weights that single precision represents exactly even with the lowest byte in use, so that sums are exact. */
const kindsOfTerms = [
  [
    { kind: 0, weight: 1.5 },
    { kind: 4, weight: 0.25 },
  ],
  [],
  [
    { kind: 4, weight: 3 },
    { kind: 230, weight: 0.5 },
  ],
]
const close = (a: number, b: number) => Math.abs(a / b - 1) < 1e-4

const cases: [name: string, terms: number[], parts: number[], expected: Record<number, number>][] = [
  ['no terms', [], [], {}],
  ['one term', [0], [2], { 0: 3, 4: 0.5 }],
  ['one term without kinds', [1], [2], {}],
  ['several terms of the same kind', [0, 1, 2], [1, 1, 2], { 0: 1.5, 4: 6.25, 230: 1 }],
]
test.each(cases)('the sums of terms: %s', (_name, terms, parts, expected) => {
  const sums = kindSums(kindsOfTerms, 231)
  for (const [index, term] of terms.entries()) {
    sums.terms[index] = term
    sums.parts[index] = parts[index]!
  }
  // A second call clears the earlier sums.
  for (let time = 0; time < 2; time++) sums.tell(terms.length)
  expect(sums.turn).toBe(2)
  for (const [kind, sum] of sums.sums.entries()) {
    if (expected[kind]) expect(close(sum, expected[kind])).toBe(true)
    else expect(sum).toBe(0)
  }
})

test.each([1, 3, 231, 256])('powers of e and their total for %i kinds', (kinds) => {
  const sums = kindSums([], kinds)
  const values = Array.from({ length: kinds }, (_, kind) => (kind * 7.3) % 15)
  sums.sums.set(values)
  const total = sums.raise(0.9)
  const expected = values.map((value) => Math.exp(0.9 * value))
  for (const [kind, power] of sums.sums.entries()) expect(power / expected[kind]! - 1).toBeCloseTo(0, 5)
  expect(total / expected.reduce((sum, power) => sum + power, 0) - 1).toBeCloseTo(0, 5)
})

test('a power beyond single precision stays finite', () => {
  const sums = kindSums([], 2)
  sums.sums.set([1e6, 0])
  expect(Number.isFinite(sums.raise(1))).toBe(true)
  expect(sums.sums[0]! / Math.exp(80) - 1).toBeCloseTo(0, 4)
  expect(sums.sums[1]).toBe(1)
})
