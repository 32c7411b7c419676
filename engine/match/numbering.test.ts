import { expect, test } from 'vitest'
import { Numbering } from './numbering.ts'

test('numbers texts in the order in which they come, each once', () => {
  const numbering = new Numbering()
  expect(['crm', 'invoice', 'crm', '', 'Crm', ''].map((text) => numbering.of(text))).toEqual([0, 1, 0, 2, 3, 2])
  expect(numbering.texts).toEqual(['crm', 'invoice', '', 'Crm'])
})

test('of very many, as a Map would', () => {
  const numbering = new Numbering()
  const known = new Map<string, number>()
  // Each comes back after others have been added, also after it has grown.
  for (let n = 0; n < 100_000; n++) {
    const text = `phrase ${(n * 7919) % 30_011}`
    if (!known.has(text)) known.set(text, known.size)
    if (numbering.of(text) !== known.get(text)) expect.fail(`'${text}' is ${known.get(text)}`)
  }
  expect(numbering.texts).toEqual([...known.keys()])
})

test('texts stay after what numbering needs is given back', () => {
  const numbering = new Numbering()
  numbering.of('crm')
  numbering.trim()
  expect(numbering.texts).toEqual(['crm'])
})
