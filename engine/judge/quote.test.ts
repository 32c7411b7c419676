import { describe, expect, test } from 'vitest'
import { spanOfQuote } from './quote.ts'

const post = {
  kind: 'post' as const,
  title: 'Which CRM for two people?',
  body: 'We use a **shared  spreadsheet** —\nand it’s “falling apart”.\nAny ideas?',
}

describe('a quote is found', () => {
  test.each([
    ['as it is', 'Any ideas?', 'Any ideas?'],
    ['in the title', 'CRM for two', 'CRM for two'],
    ['in another case', 'any IDEAS', 'Any ideas'],
    ['without Markdown and with single spaces', 'a shared spreadsheet', 'a **shared  spreadsheet'],
    ['with straight quotation marks and another dash', `- and it's "falling apart"`, '—\nand it’s “falling apart”'],
    ['across lines', 'apart". Any', 'apart”.\nAny'],
    ['with white space around it', '  Any ideas?\n', 'Any ideas?'],
  ])('%s', (_case, quote, words) => {
    const span = spanOfQuote(post, quote)!
    expect(post[span.field as 'title' | 'body'].slice(span.start, span.end)).toBe(words)
  })
})

test.each([
  ['other words', 'We use Excel'],
  ['words of the post in another order', 'spreadsheet shared'],
  ['words with a gap', 'We use spreadsheet'],
  ['nothing', ''],
  ['white space', ' \n'],
  ['Markdown', '**'],
])('a quote of %s is not found', (_case, quote) => {
  expect(spanOfQuote(post, quote)).toBeNull()
})

test('the title of the thread does not belong to a comment', () => {
  expect(spanOfQuote({ ...post, kind: 'comment' }, 'Which CRM')).toBeNull()
  expect(spanOfQuote({ ...post, kind: 'comment' }, 'Any ideas')).toMatchObject({ field: 'body' })
})

test('a letter whose lower case is longer keeps the positions right', () => {
  const body = 'İİİ then the words'
  const { start, end } = spanOfQuote({ ...post, body }, 'the words')!
  expect(body.slice(start, end)).toBe('the words')
})
