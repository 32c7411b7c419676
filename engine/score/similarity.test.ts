import { describe, expect, test } from 'vitest'
import { chanceOf } from './chance.ts'
import type { Component } from './component.ts'
import { cosineOf, inSteps, scaleOf, similarityOf, withSimilarity } from './similarity.ts'

const scale = { apart: 0.2, together: 0.6 }

test.each([
  [0.6, 10, 'Similar in meaning to your description (0.60)'],
  [0.71, 10, 'Similar in meaning to your description (0.71)'],
  [0.5, 5, 'Similar in meaning to your description (0.50)'],
  [0.42, 1, 'Similar in meaning to your description (0.42)'],
  [0.36, -2, 'Different in meaning from your description (0.36)'],
  [0.2, -10, 'Different in meaning from your description (0.20)'],
  [-0.3, -10, 'Different in meaning from your description (-0.30)'],
])('a cosine of %d is worth %d points: %s', (cosine, points, text) => {
  expect(similarityOf(cosine, scale)).toEqual({
    name: 'similarity',
    points,
    reasons: [{ kind: 'similarity', text, points, spans: [] }],
  })
})

test.each([[null], [0.4], [0.405], [0.395]])('a cosine of %s adds no component', (cosine) => {
  expect(similarityOf(cosine, scale)).toBeNull()
})

describe('a cosine', () => {
  test.each([
    [[1, 0], [2, 0], 1],
    [[1, 0], [0, 3], 0],
    [[1, 1], [-1, -1], -1],
    [[3, 4], [4, 3], 0.96],
  ])('of %j and %j is %d', (a, b, cosine) => {
    expect(cosineOf(a, b)).toBeCloseTo(cosine, 10)
  })

  test.each([
    ['of vectors from two models', [1, 0], [1, 0, 0]],
    ['with a zero vector', [0, 0], [1, 0]],
    ['of empty vectors', [], []],
  ])('%s is null', (_, a, b) => {
    expect(cosineOf(a, b)).toBeNull()
  })

  test('survives quantization to bytes', () => {
    const a = Array.from({ length: 384 }, (_, n) => Math.sin(n * 1.7) / 30)
    const b = Array.from({ length: 384 }, (_, n) => Math.sin(n * 1.7 + 0.6) / 50)
    expect(cosineOf(inSteps(a), inSteps(b))).toBeCloseTo(cosineOf(a, b)!, 2)
    expect(inSteps([0, 0])).toEqual(new Int8Array(2))
  })
})

describe('the scale of a model', () => {
  test('spans from unrelated to related texts', () => {
    const products = [
      [1, 0, 0.5],
      [0, 1, 0.5],
    ]
    const found = scaleOf(products, products)!
    expect(found.together).toBeCloseTo(1, 10)
    expect(found.apart).toBeCloseTo(0.2, 10)
  })

  test('is null if the model rates everything alike', () => {
    expect(scaleOf([[1], [2]], [[3], [4]])).toBeNull()
  })
})

describe('the similarity in a score', () => {
  const part = (name: Component['name'], points: number): Component => ({ name, points, reasons: [] })
  const similarity = part('similarity', 4.2)

  test('changes the chance, and replaces the one before', () => {
    const first = withSimilarity([part('fit', 90)], similarity)
    expect(first).toEqual({ score: chanceOf(94.2), components: [part('fit', 90), similarity] })
    const again = withSimilarity(first.components, part('similarity', -1))
    expect(again).toEqual({ score: chanceOf(89), components: [part('fit', 90), part('similarity', -1)] })
  })

  test('can be removed without a trace', () => {
    const without = [part('fit', 90)]
    const { components } = withSimilarity(without, similarity)
    expect(withSimilarity(components, null)).toEqual({ score: chanceOf(90), components: without })
  })

  test('adds nothing beside a verdict', () => {
    const judged = [part('fit', 90), part('verdict', 10)]
    expect(withSimilarity(judged, similarity).components).toEqual(judged)
  })
})
