import { describe, expect, test } from 'vitest'
import { beginsWord, matchWord } from './fuzzy.ts'

/** Returns the text with its marks in brackets. */
function marked(word: string, text: string): string | null {
  const match = matchWord(word, text)
  if (!match) return null
  return match.marks.reduceRight(
    (shown, [start, end]) => `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
    text,
  )
}

describe('matchWord', () => {
  test.each([
    ['opp', 'Opportunities', '[Opp]ortunities'],
    ['kw', 'Keywords', '[K]ey[w]ords'],
    ['np', 'New project', '[N]ew [p]roject'],
    ['pro', 'Project proposals', '[Pro]ject proposals'],
    ['set', 'Project settings', 'Project [set]tings'],
    ['prst', 'Project settings', '[Pr]oject [s]e[t]tings'],
    ['log', 'Show all, or log out', 'Show all, or [log] out'],
    ['cafe', 'Café Müller', '[Café] Müller'],
    ['MULL', 'Café Müller', 'Café [Müll]er'],
    ['straße', 'Straße 7', '[Straße] 7'],
    ['crm', 'İstanbul CRM', 'İstanbul [CRM]'],
    ['🚀', 'To the 🚀', 'To the [🚀]'],
  ])('%j in %j', (word, text, expected) => {
    expect(marked(word, text)).toBe(expected)
  })

  test.each([
    ['x', 'Opportunities'],
    ['poo', 'Opp'],
    ['ba', 'ab'],
    ['a', ''],
    ['aa', 'a'],
    ['des', 'Show saved leads'],
    ['ojs', 'Project settings'],
  ])('%j is not in %j', (word, text) => {
    expect(matchWord(word, text)).toBeNull()
  })

  test.each([
    ['key', 'Keywords', 'Turkey farm'],
    ['com', 'Competitors', 'Welcome'],
    ['np', 'New project', 'Snap'],
    ['out', 'Log out', 'Opportunity'],
    ['set', 'Settings', 'Search or jump to'],
    ['fe', 'Send feedback', 'Found by search engines'],
    ['pro', 'Projects', 'Project proposals'],
  ])('%j finds %j before %j', (word, better, worse) => {
    expect(matchWord(word, better)!.score).toBeGreaterThan(matchWord(word, worse)?.score ?? 0)
  })

  test('marks the letters of the word in order, in any text', () => {
    const texts = ['aaaaabaaab', 'abcabcabc', 'a b c ab bc abc', 'cba abc']
    for (const text of texts) {
      const found = matchWord('abc', text)
      const letters = found?.marks.map(([start, end]) => text.slice(start, end)).join('')
      expect([text, letters]).toEqual([text, /a.*b.*c/.test(text) ? 'abc' : undefined])
    }
  })
})

test.each([
  ['sign', 'sign out, leave', true],
  ['lea', 'sign out, leave', true],
  ['ave', 'sign out, leave', false],
  ['so', 'sign out', false],
])('%j begins a word of %j: %s', (word, text, begins) => {
  expect(beginsWord(word, text)).toBe(begins)
})
