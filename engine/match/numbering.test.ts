import { expect, test } from 'vitest'
import { Numbering } from './numbering.ts'

test('numbers distinct texts in order of appearance', () => {
  const numbering = new Numbering()
  expect(['crm', 'invoice', 'crm', '', 'Crm', ''].map((text) => numbering.of(text))).toEqual([0, 1, 0, 2, 3, 2])
  expect(numbering.texts).toEqual(['crm', 'invoice', '', 'Crm'])
})

test('agrees with a Map on a hundred thousand texts', () => {
  const numbering = new Numbering()
  const known = new Map<string, number>()
  // Each text recurs after others were added, and after the table has grown.
  for (let n = 0; n < 100_000; n++) {
    const text = `phrase ${(n * 7919) % 30_011}`
    if (!known.has(text)) known.set(text, known.size)
    if (numbering.of(text) !== known.get(text)) expect.fail(`'${text}' is ${known.get(text)}`)
  }
  expect(numbering.texts).toEqual([...known.keys()])
})

test('keeps the texts after trimming', () => {
  const numbering = new Numbering()
  numbering.of('crm')
  numbering.trim()
  expect(numbering.texts).toEqual(['crm'])
})
