import { scoreOf } from './chance.ts'
import type { Component } from './component.ts'
import { rounded } from './points.ts'

/** The maximum number of points that similarity can add or subtract, and the minimum worth showing. */
const similarityBounds = { most: 10, least: 0.5 } as const

/** The scale of an embedding model: its cosine of unrelated texts, and of a product and a request for it. */
export interface Scale {
  apart: number
  together: number
}

/** A model with a shorter scale can't tell texts apart. */
const leastSpan = 0.03

/** Returns the cosine of two vectors; null if they are of different models or one has no direction. */
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

/** Quantizes a vector to bytes, which is enough for its direction. */
export function inSteps(vector: ArrayLike<number>): Int8Array {
  let longest = 0
  for (let at = 0; at < vector.length; at++) longest = Math.max(longest, Math.abs(vector[at]!))
  return Int8Array.from(vector, (value) => Math.round((value / (longest || 1)) * 127))
}

/**
 * Returns the scale of a model from known pairs: the first of `products` belongs to the first of `requests`, and so on.
 * Returns null if the model can't tell pairs from other texts.
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

/** Returns what the cosine of a lead and a project's description adds to the score; null if negligible. */
export function similarityOf(cosine: number | null, { apart, together }: Scale): Component | null {
  if (cosine === null) return null
  const { most, least } = similarityBounds
  const ratio = (2 * (cosine - apart)) / (together - apart) - 1
  const points = rounded(most * Math.min(1, Math.max(-1, ratio)))
  if (Math.abs(points) < least) return null
  const words = points > 0 ? 'Similar in meaning to your description' : 'Different in meaning from your description'
  return {
    name: 'similarity',
    points,
    reasons: [{ kind: 'similarity', text: `${words} (${cosine.toFixed(2)})`, points, spans: [] }],
  }
}

/** Replaces or removes the similarity of a score. It adds nothing beside a verdict, which has read the whole post. */
export function withSimilarity(
  components: readonly Component[],
  similarity: Component | null,
): { score: number; components: Component[] } {
  const others = components.filter(({ name }) => name !== 'similarity')
  const isJudged = others.some(({ name }) => name === 'verdict')
  const all = similarity && !isJudged ? [...others, similarity] : others
  return { score: scoreOf(all), components: all }
}
