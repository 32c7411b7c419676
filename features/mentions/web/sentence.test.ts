import { describe, expect, test } from 'vitest'
import { quoteMark } from '#platform/web/post/marks.ts'
import { sentenceMarks, sentenceParts } from './sentence.ts'

const spans = { phrases: [[7, 13] as const], shown: [[2, 6] as const] }
const quoted = { sentence: 'I love Weldco a lot.', spans }

describe('the parts of a sentence', () => {
  test('are the name, the words that show the sentiment, and the rest', () => {
    expect(sentenceParts(quoted)).toEqual([
      { text: 'I ', named: false, shown: false },
      { text: 'love', named: false, shown: true },
      { text: ' ', named: false, shown: false },
      { text: 'Weldco', named: true, shown: false },
      { text: ' a lot.', named: false, shown: false },
    ])
  })

  test('may be both, if the ranges overlap', () => {
    const both = { sentence: 'Weldco sucks', spans: { phrases: [[0, 6] as const], shown: [[0, 12] as const] } }
    expect(sentenceParts(both)).toEqual([
      { text: 'Weldco', named: true, shown: true },
      { text: ' sucks', named: false, shown: true },
    ])
  })

  test('are the whole sentence without ranges, and nothing without a sentence', () => {
    const none = { phrases: [], shown: [] }
    expect(sentenceParts({ sentence: 'Hi', spans: none })).toEqual([{ text: 'Hi', named: false, shown: false }])
    expect(sentenceParts({ sentence: '', spans: none })).toEqual([])
  })
})

describe('the marks in a text', () => {
  const marked = (text: string, content: Parameters<typeof sentenceMarks>[1] = quoted) =>
    sentenceMarks(text, content).map(({ start, end, earned, reasons }) => [text.slice(start, end), earned, reasons])

  test('cover the sentence, and the name and opinion stand out', () => {
    expect(marked('Hello. I love Weldco a lot. Bye.')).toEqual([
      ['I ', false, [quoteMark]],
      ['love', true, [quoteMark]],
      [' ', false, [quoteMark]],
      ['Weldco', true, [quoteMark]],
      [' a lot.', false, [quoteMark]],
    ])
  })

  test('leave out the signs of a cut sentence', () => {
    const cut = { sentence: '…use Weldco…', spans: { phrases: [[5, 11] as const], shown: [] } }
    expect(marked('People who use Weldco here', cut)).toEqual([
      ['use ', false, [quoteMark]],
      ['Weldco', true, [quoteMark]],
    ])
  })

  test('are missing if the text has the sentence in another form', () => {
    expect(marked('I love **Weldco** a lot.')).toEqual([])
    expect(marked('Anything', { sentence: '', spans: { phrases: [], shown: [] } })).toEqual([])
  })
})
