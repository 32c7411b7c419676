import { expect, test } from 'vitest'
import { mentionSentence, sentenceMax } from './mention-sentence.ts'

function quoted(body: string, title = 'A question of mine') {
  const spansIn = (field: 'title' | 'body', text: string) =>
    [...text.matchAll(/Quillo/g)].map(({ index }) => ({ field, start: index, end: index + 6 }))
  return mentionSentence({ title, body }, [...spansIn('title', title), ...spansIn('body', body)])
}

test('the sentence around the phrase is quoted, with its place', () => {
  const answer = quoted('We are three people. We send our bills by Quillo. It has been a year.')!
  expect(answer.sentence).toBe('We send our bills by Quillo.')
  expect(answer.phrases.map(([start, end]) => answer.sentence.slice(start, end))).toEqual(['Quillo'])
  expect(answer.sentiment).toBe('neutral')
})

test('the sentence that shows what is said goes before the first', () => {
  const answer = quoted('We send our bills by Quillo. Nobody is happy here. Quillo is terrible and I hate Quillo!')!
  expect(answer.sentence).toBe('Quillo is terrible and I hate Quillo!')
  expect(answer.sentiment).toBe('negative')
  expect(answer.shown.map(([start, end]) => answer.sentence.slice(start, end))).toEqual(['terrible', 'hate'])
})

test('Markdown is gone, and places are of what is left', () => {
  const answer = quoted('* bills\n* **I love** [Quillo](https://quillo.example)\n* more')!
  expect(answer.sentence).toBe('I love Quillo')
  expect(answer.phrases).toEqual([[7, 13]])
  expect(answer.shown).toEqual([[2, 6]])
})

test('a title is a sentence too', () => {
  expect(quoted('We are three people.', 'Quillo is down')).toMatchObject({
    sentence: 'Quillo is down',
    sentiment: 'negative',
  })
})

test('one sentence for and one against is neutral, two to one is not', () => {
  expect(quoted('I love Quillo. Then again Quillo is slow.')!.sentiment).toBe('neutral')
  expect(quoted('I love Quillo. Quillo just works. Then again Quillo is slow.')!.sentiment).toBe('positive')
})

test('a long sentence is cut between words around the phrase', () => {
  const { sentence, phrases } = quoted(`${'many words '.repeat(60)}and Quillo too ${'as well '.repeat(60)}`)!
  expect(sentence.length).toBeLessThanOrEqual(sentenceMax + 2)
  expect(sentence).toMatch(/^…(many|words) .* (as|well)…$/)
  expect(sentence.slice(...phrases[0]!)).toBe('Quillo')
})

test('an abbreviation ends no sentence', () => {
  expect(quoted('It is Quillo vs. Brindle for us. And then?')!.sentence).toBe('It is Quillo vs. Brindle for us.')
})

test('another language is quoted and not judged', () => {
  const body = 'Wir benutzen seit drei Jahren Quillo für unsere Rechnungen und sind damit überhaupt nicht zufrieden.'
  expect(quoted(body, 'Erfahrungen mit der Buchhaltung')).toMatchObject({ sentence: body, sentiment: null, shown: [] })
})

test('nothing is quoted where nothing of the phrase can be read', () => {
  expect(mentionSentence({ title: 'Bills', body: 'None' }, [])).toBeNull()
})
