import { describe, expect, test } from 'vitest'
import { buildMatcher } from './match.ts'
import { pseudoRandom } from './pseudo-random.ts'

function found(phrases: readonly string[], text: string): [string, string][] {
  const matches: [string, string][] = []
  buildMatcher(phrases).scan(text, (phrase, start, end) => matches.push([phrases[phrase]!, text.slice(start, end)]))
  return matches
}

describe('a phrase is found as it is written in the text', () => {
  const rows: [name: string, phrase: string, text: string, written: string[]][] = [
    ['case', 'HubSpot', 'hubspot or HUBSPOT', ['hubspot', 'HUBSPOT']],
    ['inside a word', 'market', 'supermarket markets', []],
    ['part of a hyphenated word', 'market', 'pre-market', ['market']],
    ['hyphen is not a space', 'e mail', 'e-mail', []],
    ['any white space between words', 'time tracking', 'time \n tracking', ['time \n tracking']],
    ['white space where the phrase has none', 'node.js', 'node. js', []],
    ['possessive', 'foo', "foo's (foo) foo/bar **foo**", ['foo', 'foo', 'foo', 'foo']],
    ['Markdown emphasis by underscores', 'foo', '_foo_ __foo__', ['foo', 'foo']],
    ['underscore inside a name', 'foo', 'foo_bar', []],
    ['a name with an underscore', 'u/some_name', 'ask u/Some_Name.', ['u/Some_Name']],
    ['address', 'foo.com', 'https://foo.com/bar', ['foo.com']],
    ['C++', 'C++', 'C++, c++ and C', ['C++', 'c++']],
    ['C', 'C', 'C++', ['C']],
    ['.NET', '.NET', 'on .NET, not example.net', ['.NET']],
    ['node.js', 'node.js', 'Node.js!', ['Node.js']],
    ['AT&T', 'AT&T', 'at&t', ['at&t']],
    ['community', 'r/y', '/r/y r/yz or/y', ['r/y']],
    ['user', 'u/x', 'u/x', ['u/x']],
    ['price', '$100', 'for $100 or US$100 or $1000', ['$100']],
    ['mention', '@brand', '@brand me@brand.com', ['@brand']],
    ['tag', '#tag', '#tag a#tag', ['#tag']],
    ['regular expression characters', 'a.*b(', 'a.*b( axxb(', ['a.*b(']],
    ['decomposed text', 'caf\u00e9', 'Cafe\u0301!', ['Cafe\u0301']],
    ['decomposed phrase', 'cafe\u0301', 'CAF\u00c9', ['CAF\u00c9']],
    ['accent matters', 'cafe', 'caf\u00e9', []],
    ['sharp s', 'Stra\u00dfe', 'STRASSE stra\u00dfe', ['STRASSE', 'stra\u00dfe']],
    ['Turkish dotted capital', 'istanbul', '\u0130stanbul', ['\u0130stanbul']],
    ['final sigma', 'ΟΔΟΣ', 'οδος οδοσ', ['οδος', 'οδοσ']],
    ['ligature', 'file', '\ufb01le', ['\ufb01le']],
    ['full width', 'crm', 'ＣＲＭ', ['ＣＲＭ']],
    ['curly apostrophe', "won't pay", 'won\u2019t pay', ['won\u2019t pay']],
    ['soft hyphen and zero width', 'invoice', 'in\u00advo\u200bice\u200b.', ['in\u00advo\u200bice']],
    ['no-break space', 'two words', 'two\u00a0words', ['two\u00a0words']],
    ['trade mark is no letter', 'acme', 'Acme™ Acme®', ['Acme', 'Acme']],
    ['Cyrillic homoglyph is another letter', 'paypal', 'р\u0430ypal', []],
    ['no spaces between Chinese words', '价格', '这个价格很高', ['价格']],
    ['Latin inside Chinese', 'HubSpot', '我用HubSpot管理', ['HubSpot']],
    ['Thai', 'ราคา', 'ดูราคานี้', ['ราคา']],
    ['emoji with skin tone', '👍🏽', 'ok 👍🏽', ['👍🏽']],
    ['lone surrogate around', 'foo', '\ud800foo\udc00', ['foo']],
    ['only punctuation', '!!', 'wow!!', []],
    ['only punctuation, standing free', '!!', 'wow !!', ['!!']],
    ['repeated', 'a a', 'a a a', ['a a', 'a a']],
  ]
  test.each(rows)('%s', (_name, phrase, text, written) => {
    expect(found([phrase], text).map(([, words]) => words)).toEqual(written)
  })
})

test('every overlapping phrase is reported, each as the caller wrote it', () => {
  expect(found(['Zoho', 'zoho CRM', 'ZOHO', 'crm'], 'zoho crm')).toEqual([
    ['Zoho', 'zoho'],
    ['ZOHO', 'zoho'],
    ['zoho CRM', 'zoho crm'],
    ['crm', 'crm'],
  ])
})

test('phrases without visible characters never match', () => {
  const matcher = buildMatcher(['', '  ', '\u200b'])
  expect(matcher.size).toBe(0)
  matcher.scan('   ', () => expect.unreachable())
})

test('a word beyond ASCII does not shift the offsets of what follows', () => {
  const text = 'İİﬁ 👍🏽 e\u0301 crm'
  buildMatcher(['crm']).scan(text, (_phrase, start, end) => {
    expect([start, end]).toEqual([text.indexOf('crm'), text.length])
  })
})

/** What the pieces of the random texts are when folded, written down by hand: an oracle must not ask the code under test. */
const pieces: Record<string, { folded: string; kind: 'word' | 'symbol' | 'alone' | 'space' | 'nothing' }> = {
  a: { folded: 'a', kind: 'word' },
  B: { folded: 'b', kind: 'word' },
  b: { folded: 'b', kind: 'word' },
  '1': { folded: '1', kind: 'word' },
  é: { folded: 'é', kind: 'word' },
  'e\u0301': { folded: 'é', kind: 'word' },
  ß: { folded: 'ss', kind: 'word' },
  s: { folded: 's', kind: 'word' },
  ﬁ: { folded: 'fi', kind: 'word' },
  Ｆ: { folded: 'f', kind: 'word' },
  i: { folded: 'i', kind: 'word' },
  _: { folded: '_', kind: 'symbol' },
  "'": { folded: "'", kind: 'symbol' },
  '’': { folded: "'", kind: 'symbol' },
  '.': { folded: '.', kind: 'symbol' },
  '+': { folded: '+', kind: 'symbol' },
  '😀': { folded: '😀', kind: 'symbol' },
  价: { folded: '价', kind: 'alone' },
  ' ': { folded: ' ', kind: 'space' },
  '\n': { folded: ' ', kind: 'space' },
  '\u200b': { folded: '', kind: 'nothing' },
}

test('agrees with a naive search over ten thousand random pairs', () => {
  const random = pseudoRandom(20261120)
  const all = Object.keys(pieces)
  const write = (most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => all[Math.floor(random() * all.length)]!)
  let matches = 0
  for (let round = 0; round < 2_000; round++) {
    const phrases = Array.from({ length: 5 }, () => write(3))
    const text = write(40)
    const actual: string[] = []
    buildMatcher(phrases.map((phrase) => phrase.join(''))).scan(text.join(''), (phrase, start, end) =>
      actual.push(`${phrase} ${start} ${end}`),
    )
    const expected = phrases.flatMap((phrase, index) => naive(phrase, text).map(([s, e]) => `${index} ${s} ${e}`))
    expect(actual.toSorted(), JSON.stringify({ phrases, text })).toEqual(expected.toSorted())
    matches += actual.length
  }
  expect(matches).toBeGreaterThan(1_000)
})

interface Char {
  char: string
  kind: string
  start: number
  end: number
}

function charsOf(written: readonly string[]): Char[] {
  let at = 0
  return written.flatMap((piece) => {
    const { folded, kind } = pieces[piece]!
    const [start, end] = [at, at + piece.length]
    at = end
    return [...folded].map((char) => ({ char, kind, start, end }))
  })
}

/** Tries the phrase at every character of the text. */
function naive(phrase: readonly string[], text: readonly string[]): [number, number][] {
  const wanted = charsOf(phrase)
    .map(({ char }) => char)
    .join('')
    .trim()
    .replace(/ +/g, ' ')
  const chars = charsOf(text)
  if (wanted === '') return []
  const found: [number, number][] = []
  for (let first = 0; first < chars.length; first++) {
    let at = first
    for (const char of wanted) {
      if (chars[at]?.char !== char) at = Number.POSITIVE_INFINITY
      at++
      while (char === ' ' && chars[at]?.char === ' ') at++
    }
    if (at > chars.length || chars[first]!.char === ' ') continue
    const last = at - 1
    if (!runsOn(chars, first - 1, first) && !runsOn(chars, last + 1, last))
      found.push([chars[first]!.start, chars[last]!.end])
  }
  return found
}

/** True where a word goes on from the edge of a match to its neighbour. */
function runsOn(chars: readonly Char[], neighbour: number, edge: number): boolean {
  return chars[edge]!.kind !== 'alone' && isWordLike(chars, neighbour)
}

function isWordLike(chars: readonly Char[], at: number): boolean {
  const char = chars[at]
  if (char?.char === '_') return chars[at - 1]?.kind === 'word' && chars[at + 1]?.kind === 'word'
  return char?.kind === 'word'
}
