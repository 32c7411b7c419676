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

test('judges each name separately and quotes the foremost', () => {
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

test('ranks a name with an opinion first within its kind', () => {
  expect(read('There is Zeppelin. And then I hate Pipewise.')).toMatchObject({
    phrase: 'Pipewise',
    sentiment: 'negative',
  })
})

test('ignores names that are not readable', () => {
  const body = '[a tool](https://Pipewise.example) for your crm'
  expect(read(body)!.named.map(({ phrase }) => phrase)).toEqual(['crm'])
  expect(read(body, ['Pipewise'])).toBeNull()
  expect(new MentionReader({ title: '', body }).read([])).toBeNull()
})

describe('an item that is matched again', () => {
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

  test('loses a current name that is no longer found', () => {
    expect(again(said(name('crm')), both, current('Pipewise', 'crm'))).toEqual(said(name('crm')))
    expect(again(null, both, current('Pipewise', 'crm'))).toBeNull()
  })

  test('keeps a name that left the watchlist, in its rank', () => {
    expect(again(said(name('crm')), both, current('crm'))).toEqual(both)
    expect(again(null, both, current())).toEqual(both)
    expect(again(null, both, current('crm'))).toEqual({ ...both, named: [name('Pipewise', 'negative')] })
  })

  test('quotes the remaining name after a removal', () => {
    const left = { kind: 'industry', phrase: 'crm', sentiment: 'neutral', named: [name('crm')] }
    expect(again(null, both, current('Pipewise'))).toEqual({ ...left, ...quote(name('crm')) })
  })

  test('ranks a kept name of a higher kind before the names found again', () => {
    const three = said(name('Ledgerly'), name('Pipewise', 'negative'), name('crm'))
    expect(again(said(name('crm')), three, current('Ledgerly', 'crm'))).toEqual({
      kind: 'competitor',
      phrase: 'Pipewise',
      sentiment: 'negative',
      named: [name('Pipewise', 'negative'), name('crm')],
      ...quote(name('Pipewise')),
    })
  })

  test('keeps a name with an opinion first within its kind', () => {
    expect(again(said(name('Zeppelin')), both, current('Zeppelin'))).toEqual({
      ...both,
      named: [name('Pipewise', 'negative'), name('Zeppelin'), name('crm')],
    })
  })

  test('puts a new name of a higher kind first', () => {
    const added = said(name('Ledgerly', 'positive'), name('crm'))
    expect(again(added, both, current('Ledgerly', 'crm'))).toEqual({
      ...added,
      named: [name('Ledgerly', 'positive'), name('Pipewise', 'negative'), name('crm')],
    })
  })

  test('lists a name once after it was removed and added again', () => {
    const readded = said({ ...name('crm'), id: 'crm 2' })
    expect(again(readded, said(name('crm')), () => false)).toEqual(readded)
  })

  test('lists a name once after it was reworded', () => {
    const renamed = said({ ...name('Pipewise'), phrase: 'Pipewise CRM' })
    expect(again(renamed, both, current('crm'))).toEqual(renamed)
  })
})

describe('quoting a sentence again', () => {
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
