import { describe, expect, test } from 'vitest'
import { cueNumber } from './cues.ts'
import { Sentence } from './sentence.ts'

describe('what is asked for is what stands beside the asking', () => {
  test.each<[string, [start: number, end: number][], [worth: number, start: number, end: number][], number]>([
    ['nothing', [], [], 0],
    ['no product', [[0, 11]], [], 0],
    ['no request', [], [[1, 0, 3]], 0],
    ['side by side', [[0, 10]], [[0.8, 10, 13]], 0.8],
    ['the word first', [[14, 30]], [[0.8, 10, 14]], 0.8],
    ['one within the other', [[0, 20]], [[0.8, 5, 9]], 0.8],
    ['half as far as counts', [[0, 10]], [[0.8, 30, 33]], 0.4],
    ['too far away', [[0, 10]], [[0.8, 50, 53]], 0],
    [
      'the better of two words',
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
    for (const [start, end] of asks) sentence.addCue(cueNumber.ask, start, end)
    for (const [worth, start, end] of words) sentence.addWord(worth, start, end)
    expect(sentence.askNear()).toBeCloseTo(near, 5)
    sentence.clear()
    expect(sentence.askNear()).toBe(0)
  })
})

test('only asking counts, and competitors are asked for too', () => {
  const sentence = new Sentence()
  sentence.addName(0.8, 10, 17)
  sentence.addCue(cueNumber.pain, 0, 10)
  expect(sentence.askNear()).toBe(0)
  sentence.addCue(cueNumber.leave, 0, 10)
  expect(sentence.askNear()).toBeCloseTo(0.8, 5)
  expect(sentence.words).toBe(0)
  expect(sentence.fit).toBeCloseTo(0.8, 5)
})
