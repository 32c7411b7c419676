import { describe, expect, test } from 'vitest'
import { type CueKind, cueNumber } from './cues.ts'
import { Sentence } from './sentence.ts'

type Cue = [kind: CueKind, start: number, end: number]

function nearIn(sentence: Sentence, cues: readonly Cue[]): number {
  const list = {
    cues: cues.map(([kind]) => cueNumber[kind]),
    cueStarts: cues.map(([, start]) => start),
    cueEnds: cues.map(([, , end]) => end),
  }
  return sentence.askNear(list, 0, cues.length)
}

describe('the product asked for is the one next to the request', () => {
  test.each<[string, [start: number, end: number][], [worth: number, start: number, end: number][], number]>([
    ['an empty sentence', [], [], 0],
    ['a request without a product', [[0, 11]], [], 0],
    ['a product without a request', [], [[1, 0, 3]], 0],
    ['a product after the request', [[0, 10]], [[0.8, 10, 13]], 0.8],
    ['a product before the request', [[14, 30]], [[0.8, 10, 14]], 0.8],
    ['a product within the request', [[0, 20]], [[0.8, 5, 9]], 0.8],
    ['a product at half the maximum distance', [[0, 10]], [[0.8, 30, 33]], 0.4],
    ['a product beyond the maximum distance', [[0, 10]], [[0.8, 50, 53]], 0],
    [
      'the better of two products',
      [[0, 10]],
      [
        [0.9, 40, 43],
        [0.5, 10, 14],
      ],
      0.5,
    ],
    [
      'the nearer of two requests',
      [
        [0, 10],
        [60, 70],
      ],
      [[1, 70, 73]],
      1,
    ],
  ])('%s', (_name, asks, words, near) => {
    const sentence = new Sentence()
    const cues = asks.map(([start, end]): Cue => ['ask', start, end])
    for (const [worth, start, end] of words) sentence.addWord(worth, start, end)
    expect(nearIn(sentence, cues)).toBeCloseTo(near, 5)
    sentence.clear()
    expect(nearIn(sentence, cues)).toBe(0)
  })
})

test('only requests count, and competitors can be requested too', () => {
  const sentence = new Sentence()
  sentence.addName(0.8, 10, 17)
  expect(nearIn(sentence, [['pain', 0, 10]])).toBe(0)
  expect(nearIn(sentence, [['leave', 0, 10]])).toBeCloseTo(0.8, 5)
  expect(sentence.words).toBe(0)
  expect(sentence.fit).toBeCloseTo(0.8, 5)
})

test('only the cues of the sentence itself count', () => {
  const sentence = new Sentence()
  sentence.addWord(1, 20, 24)
  const list = { cues: [cueNumber.ask, cueNumber.ask], cueStarts: [10, 60], cueEnds: [20, 70] }
  expect(sentence.askNear(list, 1, 2)).toBeCloseTo(0.1, 5)
  expect(sentence.askNear(list, 0, 2)).toBe(1)
})
