import { statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import style from '../data/style.json' with { type: 'json' }
import table from '../data/words.json' with { type: 'json' }
import { addWord, emptyVector, rarityAt, similarity, wordNumber } from './words.ts'

describe('the shipped word statistics follow their rules (DESIGN 4)', () => {
  const words = table.words.split(' ')
  const documents = table.documents.split(' ').map(Number)

  test('are smaller than 2 MB', () => {
    const bytes = ['words', 'style', 'kinds', 'heads'].map(
      (name) => statSync(new URL(`../data/${name}.json`, import.meta.url)).size,
    )
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000)
  })

  test('contain single words, each once and from at least 20 items', () => {
    expect(words.filter((word) => !/^[a-z][a-z0-9]+$/.test(word))).toEqual([])
    expect(new Set(words).size).toBe(words.length)
    expect(documents.length).toBe(words.length)
    expect(Math.min(...documents)).toBeGreaterThanOrEqual(20)
  })

  test('contain a vector for every word', () => {
    expect(Buffer.from(table.vectors, 'base64').length).toBe((words.length * table.dimensions) / 2)
  })

  test('contain only words and pairs in the style table, with eight weights each', () => {
    const wrong = Object.entries(style.phrases).filter(
      ([phrase, weights]) => !/^[a-z]+('[a-z]+)?( [a-z]+('[a-z]+)?)?$/.test(phrase) || weights.length !== 8,
    )
    expect(wrong).toEqual([])
  })

  test('contain no names of people and no user names', () => {
    const names = ['john', 'david', 'mike', 'sarah', 'elon', 'musk', 'trump', 'robert', 'emma', 'paul']
    const phrases = Object.keys(style.phrases).flatMap((phrase) => phrase.split(' '))
    expect([...words, ...phrases].filter((word) => names.includes(word) || word.startsWith('u_'))).toEqual([])
  })
})

test('rare words say more than common ones, and words beyond the table say most', () => {
  const [everyday, common, rare] = ['the', 'software', 'bookkeeping'].map((word) => rarityAt(wordNumber(word)))
  expect(everyday).toBe(0)
  expect(common).toBeGreaterThan(0)
  expect(rare).toBeGreaterThan(common!)
  expect(rarityAt(wordNumber('zzyzx'))).toBeGreaterThan(rare!)
})

test('related words have similar vectors', () => {
  const vector = (word: string) => {
    const sum = emptyVector()
    addWord(sum, wordNumber(word), 1)
    return sum
  }
  expect(similarity(vector('hotel'), vector('flight'))).toBeGreaterThan(0.3)
  expect(similarity(vector('hotel'), vector('flight'))).toBeGreaterThan(
    similarity(vector('hotel'), vector('invoice')) + 0.3,
  )
  expect(similarity(vector('hotel'), emptyVector())).toBe(0)
})
