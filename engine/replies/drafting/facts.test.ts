import { expect, test } from 'vitest'
import { type Fact, factsOf, sentenceOf } from './facts.ts'

const product = { name: 'Pipewell', website: null, aliases: [] }

test.each<[line: string, about: Fact['about'], sentence: string]>([
  // Advice starts with a verb that a product's own description rarely starts with.
  ['Pick a tool that the team opens daily', 'advice', 'Pick a tool that the team opens daily.'],
  ['Convert your list to a table first', 'advice', 'Convert your list to a table first.'],
  ['Form the company in the state where you work', 'advice', 'Form the company in the state where you work.'],
  ['Eat enough protein', 'advice', 'Eat enough protein.'],
  ['Form videos exist for 300 exercises', 'product', 'Form videos exist for 300 exercises.'],
  ['Connect your bank account', 'product', 'Connect your bank account.'],
  // Predicates get their subject.
  ['Can be self-hosted with Docker', 'product', 'It can be self-hosted with Docker.'],
  ["Doesn't track people", 'product', "It doesn't track people."],
  ['Estimates closing costs by county', 'product', 'It estimates closing costs by county.'],
  ['Estimates are free', 'product', 'Estimates are free.'],
  ['Reports errors by email', 'product', 'It reports errors by email.'],
  ['Reports refresh by themselves', 'product', 'Reports refresh by themselves.'],
])('“%s” is %s: “%s”', (line, about, sentence) => {
  const [fact] = factsOf(line, product, new Set())
  expect(fact?.about).toBe(about)
  expect(sentenceOf(fact!, product, true)).toBe(sentence)
})
