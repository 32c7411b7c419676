import { describe, expect, test } from 'vitest'
import { bareCommunity, barePermalink, marksOf, quotedIn, titleWordsOf, withoutQuotes } from './forgotten-text.ts'

const gone = {
  title: 'Which kettle for a bakery?',
  body: 'We burn through two a year.\n\nMoney is no matter, if only it *never* leaks.',
  author: 'mara_oak',
}

describe('quotes', () => {
  test.each([
    ['Asked “which kettle for a bakery”, call on Monday', 'Asked “[deleted on Reddit]”, call on Monday'],
    ['> WE BURN THROUGH\n> two a year.\nOffer the big one', '> [deleted on Reddit].\nOffer the big one'],
    ['money is no matter, she says', '[deleted on Reddit], she says'],
    ['if only it never leaks', '[deleted on Reddit]'],
    ['Wants a kettle for a year', 'Wants a kettle for a year'],
    ['Hello u/mara_oak, hello /u/Mara_Oak: MARA_OAK', 'Hello [deleted], hello [deleted]: [deleted]'],
    ['mara_oaks and mara_oak-2 are others', 'mara_oaks and mara_oak-2 are others'],
    ['', ''],
  ])('%s', (text, left) => {
    expect(withoutQuotes(text, [gone])).toBe(left)
  })

  test('a short title is a quote only as a whole', () => {
    const short = { title: 'Kettle advice', body: '', author: null }
    expect(withoutQuotes('On "kettle advice": kettle, then advice', [short])).toBe(
      'On "[deleted on Reddit]": kettle, then advice',
    )
    expect(withoutQuotes('A kettle', [{ ...short, title: 'Kettle' }])).toBe('A kettle')
  })
})

test('a title is reduced to its distinctive words, each once', () => {
  expect(titleWordsOf('What CRM do you recommend for a CRM of bakeries?')).toBe('crm recommend bakeries')
})

test.each([
  ['/r/kettles/comments/1abc/which_kettle_for_a_bakery/', '/r/kettles/comments/1abc/'],
  ['/r/kettles/comments/1abc/', '/r/kettles/comments/1abc/'],
  ['/r/kettles/comments/1abc/which_kettle/k2x9/?context=3', '/r/kettles/comments/1abc/_/k2x9/'],
  ['/r/kettles/comments/1abc/_/k2x9/', '/r/kettles/comments/1abc/_/k2x9/'],
  ['/r/u_mara_oak/comments/1abc/which_kettle/', '/comments/x1/'],
  ['/user/mara_oak/comments/1abc/which_kettle/', '/comments/x1/'],
])('the address %s becomes %s', (permalink, bare) => {
  expect(barePermalink(permalink, 'x1')).toBe(bare)
})

test('user profiles are stored without the name of the user', () => {
  expect([bareCommunity('u_mara_oak'), bareCommunity('kettles')]).toEqual(['u_[deleted]', 'kettles'])
})

describe('marks of a deleted text', () => {
  const marks = marksOf([gone])

  test('find the same quotes as the text itself', () => {
    const text = 'Asked “which kettle for a bakery”: u/Mara_Oak says money is no matter.'
    expect(withoutQuotes(text, [], marks)).toBe(withoutQuotes(text, [gone]))
    expect(withoutQuotes('mara_oaks wants a kettle', [], marks)).toBe('mara_oaks wants a kettle')
    const short = marksOf([{ title: 'Kettle advice', body: '', author: null }])
    expect(withoutQuotes('On kettle advice', [], short)).toBe('On [deleted on Reddit]')
  })

  test('are kept only for quotes that are in use', () => {
    const quotes = quotedIn(['We burn through two a year, she says', 'A kettle'], marks)
    expect(quotes).toHaveLength(3)
    expect(withoutQuotes('if only it never leaks: we burn through two', [], { quotes, names: [] })).toBe(
      'if only it never leaks: [deleted on Reddit]',
    )
  })

  test('are 64-bit integers without collisions', () => {
    const words = Array.from({ length: 20_000 }, (_, n) => `w${n}`).join(' ')
    const { quotes, names } = marksOf([{ title: '', body: words, author: 'ada' }])
    expect(quotes).toHaveLength(19_997)
    for (const mark of [...quotes.slice(0, 100), ...names])
      expect(BigInt.asIntN(64, BigInt(mark)).toString()).toBe(mark)
  })
})
