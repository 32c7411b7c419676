import { describe, expect, test } from 'vitest'
import type { Item } from '../item.ts'
import { markedSpans, quotedWords, type WeightedSpan } from './marking.ts'

function item(body: string): Item {
  const plain = { author: null, flair: null, score: null, numComments: null, postedAt: null }
  return { id: 'a', kind: 'post', subreddit: 'CRM', title: 'Title crm', body, ...plain }
}

/** Returns spans of all occurrences of the words; later words are worth less. */
function spansOf(body: string, ...words: string[]): WeightedSpan[] {
  return words.flatMap((word, rank) =>
    body
      .matchAll(new RegExp(word.replace(/[+?]/g, '\\$&'), 'g'))
      .map(({ index }) => ({ field: 'body' as const, start: index, end: index + word.length, worth: 9 - rank }))
      .toArray(),
  )
}

describe('words quoted in a reason', () => {
  test.each([
    ['keep their case', 'a Simple CRM', ['Simple', 'CRM'], '“Simple”, “CRM”'],
    ['start with the most valuable one', 'deals and crm', ['crm', 'deals'], '“crm”, “deals”'],
    ['are not repeated in another case', 'CRM crm Crm', ['CRM', 'crm', 'Crm'], '“CRM”'],
    ['are not repeated in the singular', 'Pipelines pipeline', ['Pipelines', 'pipeline'], '“Pipelines”'],
    [
      'are not repeated with another ending',
      'invoicing invoices, hosted host',
      ['invoicing', 'invoices', 'hosted', 'host'],
      '“invoicing”, “hosted”',
    ],
    ['include short words that only begin alike', 'bed beer', ['bed', 'beer'], '“bed”, “beer”'],
    ['are not repeated from a quoted phrase', 'sales pipeline', ['sales pipeline', 'pipeline'], '“sales pipeline”'],
    ['are at most four', 'a1 b2 c3 d4 e5', ['a1', 'b2', 'c3', 'd4', 'e5'], '“a1”, “b2”, “c3”, “d4”'],
    ['include names with symbols', 'C++ or C', ['C++'], '“C++”'],
    ['exclude everyday words', 'we', ['we'], ''],
  ])('%s', (_name, body, words, quoted) => {
    expect(quotedWords(item(body), spansOf(body, ...words))).toBe(quoted)
  })
})

describe('words marked for a reason', () => {
  test.each([
    ['include every occurrence', 'crm or crm', ['crm'], ['crm', 'crm']],
    [
      'exclude everyday words on their own',
      'I need my crm, do you? How I’m',
      ['I', 'my', 'crm', 'you', 'How I'],
      ['crm'],
    ],
    ['include everyday words in an expression', 'how do I start', ['how do I'], ['how do I']],
    [
      'are merged if they are adjacent',
      'which  CRM tool, best',
      ['which', 'CRM', 'tool', 'best'],
      ['which  CRM tool', 'best'],
    ],
    ['are merged if they overlap', 'sales pipeline', ['sales pipeline', 'pipeline'], ['sales pipeline']],
    ['include symbols', 'in C++ and', ['C++'], ['C++']],
  ])('%s', (_name, body, words, marked) => {
    const spans = markedSpans(item(body), spansOf(body, ...words))
    expect(spans.map(({ start, end }) => body.slice(start, end))).toEqual(marked)
  })

  test('are the most valuable of many, in reading order', () => {
    const body = `${'weak. '.repeat(30)}strong.`
    const spans = markedSpans(item(body), spansOf(body, 'strong', 'weak'))
    expect(spans.length).toBe(12)
    expect(body.slice(spans.at(-1)!.start, spans.at(-1)!.end)).toBe('strong')
    expect(spans).toEqual(spans.toSorted((a, b) => a.start - b.start))
  })

  test('are never merged across fields', () => {
    const title: WeightedSpan = { field: 'title', start: 6, end: 9, worth: 1 }
    expect(markedSpans(item('crm'), [...spansOf('crm', 'crm'), title]).map(({ field }) => field)).toEqual([
      'title',
      'body',
    ])
  })
})
