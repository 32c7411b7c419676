import { describe, expect, test } from 'vitest'
import { runSteps } from '../../steps.ts'
import type { QuoteKind } from '../quote-kinds.ts'
import { quotesIn } from './quotes.ts'

interface Lead {
  author?: string | null
  title?: string
}

let count = 0
const lead = (body: string, { author = `author${++count}`, title = 'Kilns' }: Lead = {}) => {
  return { id: body, kind: 'post', title, body, author } as const
}
const read = (leads: ReturnType<typeof lead>[], kind: QuoteKind) =>
  runSteps(quotesIn(leads, kind, { own: 'Kilnkeeper', tracked: ['Glazepoint'] }))
const topicsIn = (leads: ReturnType<typeof lead>[], kind: QuoteKind) =>
  read(leads, kind).topics.map(({ topic, authors }) => [topic, authors])

describe('topics', () => {
  test('are words that several authors share, and else what a statement is about', () => {
    const leads = [
      lead('I hate the thermocouple in my kiln.'),
      lead('My thermocouples keep failing, so annoying to me.'),
      lead('The firing takes forever with this one.'),
    ]
    expect(topicsIn(leads, 'pains')).toEqual([
      ['thermocouple', 2],
      ['Taking too long', 1],
    ])
  })

  test('count an author once, and each lead of deleted authors', () => {
    const say = (author: string | null, times: number) =>
      Array.from({ length: times }, (_, at) =>
        lead(`The kiln software is overkill for studio ${at} of ${author}.`, { author }),
      )
    const [topic] = read([...say('dana', 3), ...say(null, 2)], 'objections').topics
    expect(topic).toMatchObject({ topic: 'More than they need', authors: 3, leads: 5 })
    expect(topic!.quotes).toHaveLength(3)
  })

  test('are written as authors write them', () => {
    const leads = [lead('I am tired of the PLC in here.'), lead('We are sick of the PLC from them.')]
    expect(topicsIn(leads, 'pains')).toEqual([['PLC', 2]])
  })
})

describe('own words', () => {
  const many = (text: string, times = 4) => Array.from({ length: times }, (_, at) => lead(`${text} Number ${at}.`))

  test('are words and pairs that are rare elsewhere', () => {
    const own = topicsIn(many('The bisque firing cracked all of my mugs and bowls this time.'), 'phrases')
    expect(own).toContainEqual(['bisque firing', 4])
    for (const everyday of ['time', 'all', 'bisque', 'firing']) expect(own).not.toContainEqual([everyday, 4])
  })

  test('of most people come first', () => {
    const leads = [...many('The bisque firing cracked it.', 9), ...many('My thermocouple broke the cobalt glaze.', 5)]
    const counts = topicsIn([...leads, ...many('The thermocouple lied to me.', 6)], 'phrases').map(
      ([, people]) => people,
    )
    expect(new Set(counts).size).toBeGreaterThan(2)
    expect(counts).toEqual(counts.toSorted((a, b) => Number(b) - Number(a)))
  })

  test('are neither the product’s name nor names of people, but may be tracked names', () => {
    const own = topicsIn(many('We asked about Kilnkeeper, and then Glazepoint, but only Annika replied.'), 'phrases')
    expect(own).toContainEqual(['Glazepoint', 4])
    for (const name of ['Kilnkeeper', 'Annika']) expect(own).not.toContainEqual([name, 4])
  })
})

test('leads in other languages are counted, not read', () => {
  const german = lead('Mein Ofen geht ständig kaputt, und ich suche jetzt ein neues Gerät für die Werkstatt.', {
    title: 'Ofen kaputt',
  })
  expect(read([german, lead('My kiln keeps crashing.')], 'pains')).toMatchObject({
    otherLanguages: 1,
    topics: [{ leads: 1 }],
  })
})

test('nothing is said in no leads', () => {
  expect(read([], 'phrases')).toEqual({ topics: [], otherLanguages: 0 })
})
