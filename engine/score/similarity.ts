import type { Component } from './component.ts'
import { rounded, totalOf } from './freshness.ts'

/** All that closeness in meaning can do to one lead, in points, and the least that is told. */
const similarityBounds = { most: 10, least: 0.5 } as const

/**
 * What closeness means for one model of embeddings, since each has its own scale: the cosine of texts that have nothing
 * to do with each other, and of a product and somebody who looks for one.
 */
export interface Scale {
  apart: number
  together: number
}

/** A model whose scale is shorter tells nothing. */
const leastSpan = 0.03

/** The cosine of two vectors; null where they are of different models, or one of them has no direction. */
export function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  if (a.length !== b.length) return null
  let [dot, lengthA, lengthB] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    dot += a[at]! * b[at]!
    lengthA += a[at]! * a[at]!
    lengthB += b[at]! * b[at]!
  }
  const cosine = dot / Math.sqrt(lengthA * lengthB)
  return Number.isFinite(cosine) ? cosine : null
}

/** A vector in steps of a byte, which is all that its direction needs. */
export function inSteps(vector: ArrayLike<number>): Int8Array {
  let longest = 0
  for (let at = 0; at < vector.length; at++) longest = Math.max(longest, Math.abs(vector[at]!))
  return Int8Array.from(vector, (value) => Math.round((value / (longest || 1)) * 127))
}

/**
 * The scale of a model by texts of which is known what belongs together: the first of `products` with the first of
 * `requests`, and so on. Null where the model does not tell them apart.
 */
export function scaleOf(products: readonly ArrayLike<number>[], requests: readonly ArrayLike<number>[]): Scale | null {
  const cosines = products.flatMap((product, n) =>
    requests.map((request, m) => ({ isPair: n === m, cosine: cosineOf(product, request) ?? 0 })),
  )
  const mean = (of: typeof cosines) => of.reduce((sum, { cosine }) => sum + cosine, 0) / of.length
  const apart = mean(cosines.filter(({ isPair }) => !isPair))
  const together = mean(cosines.filter(({ isPair }) => isPair))
  return together - apart >= leastSpan ? { apart, together } : null
}

/** What the cosine of a lead and a project's description adds to its score; null where that is next to nothing. */
export function similarityOf(cosine: number | null, { apart, together }: Scale): Component | null {
  if (cosine === null) return null
  const { most, least } = similarityBounds
  const ratio = (2 * (cosine - apart)) / (together - apart) - 1
  const points = rounded(most * Math.min(1, Math.max(-1, ratio)))
  if (Math.abs(points) < least) return null
  const words = points > 0 ? 'Similar in meaning to your description' : 'Different in meaning from your description'
  return { name: 'similarity', points, reasons: [{ text: `${words} (${cosine.toFixed(2)})`, points, spans: [] }] }
}

/** A score with another similarity, or none; all else stays, in one order, whichever of its parts was renewed last. */
export function withSimilarity(
  components: readonly Component[],
  similarity: Component | null,
): { score: number; components: Component[] } {
  const others = components.filter(({ name }) => name !== 'similarity')
  const before = others.filter(({ name }) => name !== 'feedback')
  const feedback = others.filter(({ name }) => name === 'feedback')
  const all = [...before, ...(similarity ? [similarity] : []), ...feedback]
  return { score: totalOf(all), components: all }
}
