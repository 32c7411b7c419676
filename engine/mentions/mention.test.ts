import { describe, expect, test } from 'vitest'
import { MentionReader, type NameMatch, updatedContent } from './mention.ts'
import type { MentionContent, MentionName } from './mention-content.ts'

const kinds = { Ledgerly: 'brand', Pipewise: 'competitor', Zeppelin: 'competitor', crm: 'industry' } as const
type Phrase = keyof typeof kinds

function read(body: string, phrases: readonly Phrase[] = ['crm', 'Zeppelin', 'Pipewise', 'Ledgerly']) {
  const named = phrases.flatMap((phrase): NameMatch[] => {
    const spans = [...body.matchAll(new RegExp(phrase, 'g'))].map(({ index }) => {
      return { field: 'body' as const, start: index, end: index + phrase.length }
    })
    return spans.length === 0 ? [] : [{ id: phrase, kind: kinds[phrase], phrase, spans }]
  })
  return new MentionReader({ title: '', body }).read(named)
}

const name = (phrase: Phrase, sentiment: MentionName['sentiment'] = 'neutral'): MentionName => {
  return { id: phrase, kind: kinds[phrase], phrase, sentiment }
}

test('each that is named is judged by itself, and the foremost is quoted', () => {
  const said = read('I hate Pipewise. We moved our crm elsewhere. I love Ledgerly.')!
  expect(said).toMatchObject({
    kind: 'brand',
    phrase: 'Ledgerly',
    sentence: 'I love Ledgerly.',
    sentiment: 'positive',
    named: [name('Ledgerly', 'positive'), name('Pipewise', 'negative'), name('crm')],
  })
  expect(said.spans.phrases.map(([start, end]) => said.sentence.slice(start, end))).toEqual(['Ledgerly'])
  expect(said.spans.shown.map(([start, end]) => said.sentence.slice(start, end))).toEqual(['love'])
})

test('of two of a kind the one that something is said of goes first', () => {
  expect(read('There is Zeppelin. And then I hate Pipewise.')).toMatchObject({
    phrase: 'Pipewise',
    sentiment: 'negative',
  })
})

test('what cannot be read is not named', () => {
  const body = '[a tool](https://Pipewise.example) for your crm'
  expect(read(body)!.named.map(({ phrase }) => phrase)).toEqual(['crm'])
  expect(read(body, ['Pipewise'])).toBeNull()
  expect(new MentionReader({ title: '', body }).read([])).toBeNull()
})

describe('an item that is looked at again', () => {
  const said = (...named: MentionName[]): MentionContent => {
    const [{ kind, phrase, sentiment }] = named as [MentionName]
    return { kind, phrase, sentiment, named, sentence: `This is ${phrase}.`, spans: { phrases: [[8, 9]], shown: [] } }
  }
  const both = said(name('Pipewise', 'negative'), name('crm'))
  const quote = ({ phrase }: MentionName) => ({
    sentence: `And ${phrase}.`,
    spans: { phrases: [[4, 5]] as [number, number][], shown: [] },
  })
  const again = (fresh: MentionContent | null, old: MentionContent, isCurrent: (name: MentionName) => boolean) =>
    updatedContent(fresh, old, isCurrent, quote)
  const current =
    (...phrases: Phrase[]) =>
    ({ phrase }: MentionName) =>
      phrases.some((each) => each === phrase)

  test('what is listened for and found no more goes', () => {
    expect(again(said(name('crm')), both, current('Pipewise', 'crm'))).toEqual(said(name('crm')))
    expect(again(null, both, current('Pipewise', 'crm'))).toBeNull()
  })

  test('what is listened for no more stays, and foremost where it was', () => {
    expect(again(said(name('crm')), both, current('crm'))).toEqual(both)
    expect(again(null, both, current())).toEqual(both)
    expect(again(null, both, current('crm'))).toEqual({ ...both, named: [name('Pipewise', 'negative')] })
  })

  test('what is left takes the place of what goes', () => {
    const left = { kind: 'industry', phrase: 'crm', sentiment: 'neutral', named: [name('crm')] }
    expect(again(null, both, current('Pipewise'))).toEqual({ ...left, ...quote(name('crm')) })
  })

  test('what is left stands before what is found beside it, where it is of a foremost kind', () => {
    const three = said(name('Ledgerly'), name('Pipewise', 'negative'), name('crm'))
    expect(again(said(name('crm')), three, current('Ledgerly', 'crm'))).toEqual({
      kind: 'competitor',
      phrase: 'Pipewise',
      sentiment: 'negative',
      named: [name('Pipewise', 'negative'), name('crm')],
      ...quote(name('Pipewise')),
    })
  })

  test('of two of a kind the one that something is said of stays foremost', () => {
    expect(again(said(name('Zeppelin')), both, current('Zeppelin'))).toEqual({
      ...both,
      named: [name('Pipewise', 'negative'), name('Zeppelin'), name('crm')],
    })
  })

  test('something foremost that is added takes its place', () => {
    const added = said(name('Ledgerly', 'positive'), name('crm'))
    expect(again(added, both, current('Ledgerly', 'crm'))).toEqual({
      ...added,
      named: [name('Ledgerly', 'positive'), name('Pipewise', 'negative'), name('crm')],
    })
  })

  test('what was removed and added again is there once', () => {
    const readded = said({ ...name('crm'), id: 'crm 2' })
    expect(again(readded, said(name('crm')), () => false)).toEqual(readded)
  })

  test('what is found again under other words is there once', () => {
    const renamed = said({ ...name('Pipewise'), phrase: 'Pipewise CRM' })
    expect(again(renamed, both, current('crm'))).toEqual(renamed)
  })
})

describe('a sentence that is looked for again', () => {
  const item = { title: 'Tools for bakers', body: 'We had Pipewise for years. Our CRM is slow.' }
  test.each([
    ['competitor', 'Pipewise', 'We had Pipewise for years.', 'Pipewise'],
    ['industry', 'crm', 'Our CRM is slow.', 'CRM'],
    ['industry', 'crm OR "sales pipeline"', 'Our CRM is slow.', 'CRM'],
    ['competitor', 'Zeppelin', 'Tools for bakers', null],
  ] as const)('%s %s', (kind, phrase, sentence, marked) => {
    const quoted = new MentionReader(item).quoteAgain({ id: 'x', kind, phrase, sentiment: null })
    expect(quoted.sentence).toBe(sentence)
    const marks = quoted.spans.phrases.map(([start, end]) => quoted.sentence.slice(start, end))
    expect(marks).toEqual(marked === null ? [] : [marked])
  })
})
