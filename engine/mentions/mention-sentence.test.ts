import { expect, test } from 'vitest'
import { sentenceMax } from '../text/readable-sentences.ts'
import { mentionSentence } from './mention-sentence.ts'

function quoted(body: string, title = 'A question of mine') {
  const spansIn = (field: 'title' | 'body', text: string) =>
    [...text.matchAll(/Quillo/g)].map(({ index }) => ({ field, start: index, end: index + 6 }))
  return mentionSentence({ title, body }, [...spansIn('title', title), ...spansIn('body', body)])
}

test('quotes the sentence around the phrase, with the range of the phrase', () => {
  const answer = quoted('We are three people. We send our bills by Quillo. It has been a year.')!
  expect(answer.sentence).toBe('We send our bills by Quillo.')
  expect(answer.phrases.map(([start, end]) => answer.sentence.slice(start, end))).toEqual(['Quillo'])
  expect(answer.sentiment).toBe('neutral')
})

test('prefers the sentence that shows an opinion to the first one', () => {
  const answer = quoted('We send our bills by Quillo. Nobody is happy here. Quillo is terrible and I hate Quillo!')!
  expect(answer.sentence).toBe('Quillo is terrible and I hate Quillo!')
  expect(answer.sentiment).toBe('negative')
  expect(answer.shown.map(([start, end]) => answer.sentence.slice(start, end))).toEqual(['terrible', 'hate'])
})

test('removes Markdown and returns ranges of the plain text', () => {
  const answer = quoted('* bills\n* **I love** [Quillo](https://quillo.example)\n* more')!
  expect(answer.sentence).toBe('I love Quillo')
  expect(answer.phrases).toEqual([[7, 13]])
  expect(answer.shown).toEqual([[2, 6]])
})

test('quotes a title like a sentence', () => {
  expect(quoted('We are three people.', 'Quillo is down')).toMatchObject({
    sentence: 'Quillo is down',
    sentiment: 'negative',
  })
})

test('is neutral for one positive and one negative sentence, but not for two to one', () => {
  expect(quoted('I love Quillo. Then again Quillo is slow.')!.sentiment).toBe('neutral')
  expect(quoted('I love Quillo. Quillo just works. Then again Quillo is slow.')!.sentiment).toBe('positive')
})

test('cuts a long sentence between words around the phrase', () => {
  const { sentence, phrases } = quoted(`${'many words '.repeat(60)}and Quillo too ${'as well '.repeat(60)}`)!
  expect(sentence.length).toBeLessThanOrEqual(sentenceMax + 2)
  expect(sentence).toMatch(/^…(many|words) .* (as|well)…$/)
  expect(sentence.slice(...phrases[0]!)).toBe('Quillo')
})

test('does not end a sentence at an abbreviation', () => {
  expect(quoted('It is Quillo vs. Brindle for us. And then?')!.sentence).toBe('It is Quillo vs. Brindle for us.')
})

test('quotes other languages without judging them', () => {
  const body = 'Wir benutzen seit drei Jahren Quillo für unsere Rechnungen und sind damit überhaupt nicht zufrieden.'
  expect(quoted(body, 'Erfahrungen mit der Buchhaltung')).toMatchObject({ sentence: body, sentiment: null, shown: [] })
})

test('quotes nothing if no part of the phrase is readable', () => {
  expect(mentionSentence({ title: 'Bills', body: 'None' }, [])).toBeNull()
})
