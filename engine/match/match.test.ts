import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { normalForm } from '../text/text.ts'
import { buildMatcher, type Matcher, matcherInSteps, noMatches } from './match.ts'
import { compareWithNaiveSearch } from './naive-search.ts'

function found(phrases: readonly string[], text: string): [string, string][] {
  const matches: [string, string][] = []
  buildMatcher(phrases).scan(text, (phrase, start, end) => matches.push([phrases[phrase]!, text.slice(start, end)]))
  return matches
}

describe('how a phrase matches a text', () => {
  const rows: [name: string, phrase: string, text: string, written: string[]][] = [
    ['case', 'HubSpot', 'hubspot or HUBSPOT', ['hubspot', 'HUBSPOT']],
    ['inside a word', 'market', 'supermarket markets', []],
    ['part of a hyphenated word', 'market', 'pre-market', ['market']],
    ['a hyphen is not a space', 'e mail', 'e-mail', []],
    ['any white space between words', 'time tracking', 'time \n tracking', ['time \n tracking']],
    ['white space where the phrase has none', 'node.js', 'node. js', []],
    ['possessive', 'foo', "foo's (foo) foo/bar **foo**", ['foo', 'foo', 'foo', 'foo']],
    ['Markdown emphasis with underscores', 'foo', '_foo_ __foo__', ['foo', 'foo']],
    ['an underscore inside a name', 'foo', 'foo_bar', []],
    ['a name with an underscore', 'u/some_name', 'ask u/Some_Name.', ['u/Some_Name']],
    ['URL', 'foo.com', 'https://foo.com/bar', ['foo.com']],
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
    ['a trademark sign is not a letter', 'acme', 'Acme™ Acme®', ['Acme', 'Acme']],
    ['a Cyrillic homoglyph is another letter', 'paypal', 'р\u0430ypal', []],
    ['no spaces between Chinese words', '价格', '这个价格很高', ['价格']],
    ['Latin inside Chinese', 'HubSpot', '我用HubSpot管理', ['HubSpot']],
    ['Thai', 'ราคา', 'ดูราคานี้', ['ราคา']],
    ['emoji with skin tone', '👍🏽', 'ok 👍🏽', ['👍🏽']],
    ['between lone surrogates', 'foo', '\ud800foo\udc00', ['foo']],
    ['punctuation attached to a word', '!!', 'wow!!', []],
    ['punctuation between spaces', '!!', 'wow !!', ['!!']],
    ['repeated', 'a a', 'a a a', ['a a', 'a a']],
    ['one letter', 'a', "a A 'a' ba", ['a', 'A', 'a']],
    ['operators are ordinary words', 'AND NOT', 'this and not that', ['and not']],
    ['unbalanced quotes', '"foo', 'say "foo bar', ['"foo']],
    ['five hundred characters', 'x'.repeat(500), `${'x'.repeat(499)} ${'X'.repeat(500)}.`, ['X'.repeat(500)]],
    ['fifty words', 'ab '.repeat(50), `ab${' ab'.repeat(49)} cd`, [`ab${' ab'.repeat(49)}`]],
    ['straight apostrophe for a curly one', 'i’m', "I'm I´m", ["I'm", 'I´m']],
    ['possessive with a curly apostrophe', 'foo', 'foo’s foos', ['foo']],
    ['e-mail and email are two spellings', 'email', 'e-mail', []],
    ['different hyphens', 'e-mail', 'e\u2011mail e\u2212mail e\u2013mail', ['e\u2011mail', 'e\u2212mail']],
    ['inside a URL', 'foo', 'https://foo.com/foo?foo=1#foo', ['foo', 'foo', 'foo', 'foo']],
    ['a whole URL', 'https://foo.com/bar', '<https://foo.com/bar>', ['https://foo.com/bar']],
    ['a Markdown link', 'foo', '[foo](http://x) and [a](http://foo.com)', ['foo', 'foo']],
    ['bold that ends inside a word', 'foo', '**fo**o fo**o** ***f***oo', ['fo**o', 'fo**o', 'f***oo']],
    ['strikethrough inside a word', 'foo', '~~fo~~o', ['fo~~o']],
    ['bold inside Chinese', '价格', '价**格**', ['价**格']],
    ['a bold part is not a word', 'fo', '**fo**o', []],
    ['a single star is a symbol', 'f*ck', 'f*ck 2*3', ['f*ck']],
    ['a product of numbers', '3', '2*3 2**3', ['3']],
    ['two stars between numbers are symbols', '2**3', '2**3', ['2**3']],
    ['an escaped underscore', 'u/some_name', 'by u/some\\_name', ['u/some\\_name']],
    ['an escaped star', 'foo', 'foo\\*\\*bar', ['foo']],
    ['a backslash before a letter', 'foo', 'c:\\foo', ['foo']],
    ['code', 'foo()', 'use `foo()` or\n\n    foo()', ['foo()', 'foo()']],
    ['a quoted line', 'foo bar', '> foo bar\n\nno', ['foo bar']],
    ['not from a line into a quote', 'foo bar', 'foo\n> bar', []],
    ['across a line break', 'foo bar', 'foo\r\nbar', ['foo\r\nbar']],
    ['not across punctuation', 'foo bar', 'foo, bar. foo. bar foo - bar "foo" bar', []],
    ['right-to-left override', 'foo', 'fo\u202eo', ['fo\u202eo']],
    ['zero-width joiner', 'foo', 'fo\u200do', ['fo\u200do']],
    ['a word with combining marks is another word', 'help', 'h\u0337e\u0338l\u0335p\u0336', []],
    ['Turkish dotless i', 'istanbul', 'ISTANBUL \u0131stanbul', ['ISTANBUL', '\u0131stanbul']],
    ['capital sharp s', 'strasse', 'STRA\u1e9eE', ['STRA\u1e9eE']],
    ['Cyrillic case', 'привет', 'ПРИВЕТ', ['ПРИВЕТ']],
    ['composed and conjoining Hangul', '가격', '\u1100\u1161\u1100\u1167\u11a8', ['\u1100\u1161\u1100\u1167\u11a8']],
    ['Japanese', '請求書', '月末に請求書を送る', ['請求書']],
    ['the long vowel mark', 'サーバー', 'サーバーserver', ['サーバー']],
    ['Latin after the long vowel mark', 'server', 'サーバーserver', ['server']],
    ['half-width katakana', 'ガイド', 'ｶﾞｲﾄﾞ', ['ｶﾞｲﾄﾞ']],
    ['Thai with vowel signs', 'บัญชี', 'ทำบัญชีง่าย', ['บัญชี']],
    ['emoji without its skin tone', '👍', '👍🏽', ['👍']],
    ['a joined emoji', '👩\u200d💻', 'a 👩\u200d💻!', ['👩\u200d💻']],
    ['emoji with and without variation selector', '❤', '❤\ufe0f ❤', ['❤\ufe0f', '❤']],
    ['a word beside an emoji', 'crm', 'crm🚀', ['crm']],
    ['a lone surrogate as a phrase', '\ud83d', 'a \ud83d b', ['\ud83d']],
  ]
  test.each(rows)('%s', (_name, phrase, text, written) => {
    expect(found([phrase], text).map(([, words]) => words)).toEqual(written)
  })
})

test('reports every overlapping phrase, including other spellings of the same phrase', () => {
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

describe('names that begin or end with symbols match only apart from words', () => {
  test.each([
    ['.a.a', '.a', ['.a']],
    ['x.a .a.a', '.a', ['.a']],
    ['c+++ c++', 'c++', ['c++', 'c++']],
    ['+a+ a+', '+a+', ['+a+']],
    ['++a ++', '++', ['++']],
  ])('%j: %j', (text, phrase, written) => {
    // The longer phrases share nodes with the phrase and must not report it next to a word.
    const words = found([phrase, '.a.a.a', 'x.a', 'a++b', '+a++'], text)
    expect(words.filter(([of]) => of === phrase).map(([, word]) => word)).toEqual(written)
  })
})

describe('worst cases stay fast', () => {
  const words = Array.from({ length: 150 }, (_, n) => `w${n}`)
  const parts = words.flatMap((_, from) =>
    words.slice(from).map((__, more) => words.slice(from, from + more + 1).join(' ')),
  )
  const prefixed = Array.from({ length: 10_000 }, (_, n) => `best tool for ${n.toString(36)}`)
  const rows: [name: string, phrases: readonly string[], text: string, matches: number][] = [
    ['a word of a million letters', ['x'.repeat(1_000_000), 'x'], 'x'.repeat(1_000_000), 1],
    ['a million words of one letter', ['a', 'b'], 'a '.repeat(1_000_000), 1_000_000],
    ['only the most common keyword', ['crm', 'crm crm'], 'crm '.repeat(250_000), 499_999],
    ['many phrases with the same prefix', prefixed, 'best tool for '.repeat(70_000), 0],
    ['ten thousand phrases that contain one another', parts.slice(0, 10_000), words.join(' '), 10_000],
    ['a long phrase that almost matches', [`${'a '.repeat(250)}b`], 'a '.repeat(500_000), 0],
    [
      'symbols attached to words',
      Array.from({ length: 250 }, (_, n) => '.a'.repeat(n + 1)),
      `a${'.a'.repeat(500_000)}`,
      0,
    ],
    ['combining marks in the worst order', ['a'], `a${'\u0301\u0316'.repeat(500_000)}`, 0],
    ['Markdown symbols', ['a'], '**a'.repeat(300_000), 0],
    ['backslashes', ['a'], '\\'.repeat(1_000_000), 0],
    ['letters of another alphabet', ['привет'], 'привет '.repeat(140_000), 140_000],
  ]
  test.each(rows)('%s', (_name, phrases, text, matches) => {
    const matcher = buildMatcher(phrases)
    const started = computedMs()
    let found = 0
    matcher.scan(text, () => {
      found++
    })
    expect(computedMs() - started).toBeLessThan(3_000)
    expect(found).toBe(matches)
  })
})

test('reports a phrase from its first word to its last, whatever its length', () => {
  const words = Array.from({ length: 40 }, (_, n) => `w${n}`)
  const phrases = words.map((_, n) => words.slice(0, n + 1).join(' '))
  for (const phrase of phrases) expect(found([phrase], `before ${phrase} after`)).toEqual([[phrase, phrase]])
  expect(found(phrases, words.join(' '))).toHaveLength(40)
})

test('reports a hundred thousand phrases of one form in the given order', () => {
  const found: number[] = []
  buildMatcher(Array.from({ length: 100_000 }, (_, n) => (n % 2 ? 'crm' : 'CRM'))).scan('a crm', (n) => found.push(n))
  expect(found).toEqual(Array.from({ length: 100_000 }, (_, n) => n))
})

test('folding is idempotent for every character that has variants', () => {
  const changing: string[] = []
  for (let code = 0; code < 0x2_0000; code++) {
    if (code === 0x5c || (code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xf900)) continue
    const form = normalForm(String.fromCodePoint(code))
    if (normalForm(form) !== form) changing.push(code.toString(16))
  }
  expect(changing).toEqual([])
})

test('characters beyond ASCII do not shift later offsets', () => {
  const text = 'İİﬁ 👍🏽 e\u0301 crm'
  buildMatcher(['crm']).scan(text, (_phrase, start, end) => {
    expect([start, end]).toEqual([text.indexOf('crm'), text.length])
  })
})

test('agrees with a naive search over ten thousand random pairs', () => {
  const { pairs, matches, difference } = compareWithNaiveSearch(10_000, 20261120)
  expect(difference).toBeNull()
  expect(pairs).toBe(10_000)
  expect(matches).toBeGreaterThan(1_000)
})

test('two matchers can be built in alternating steps while others are used', () => {
  const many = (letter: string) =>
    Array.from({ length: 20_000 }, (_, number) => `${letter}${number} ${letter}${number % 7}`)
  const lists = [many('x'), many('y')]
  const steps = lists.map((phrases) => matcherInSteps(phrases))
  const built: (Matcher | undefined)[] = [undefined, undefined]
  let turns = 0
  while (built.includes(undefined)) {
    turns++
    for (const [index, each] of steps.entries()) {
      if (built[index]) continue
      const { done, value } = each.next()
      if (done) built[index] = value
    }
    expect(found(['a b'], 'A b')).toEqual([['a b', 'A b']])
  }
  expect(turns).toBeGreaterThan(10)
  for (const [index, phrases] of lists.entries()) {
    const numbers: number[] = []
    built[index]!.scan(phrases.join(', '), (phrase) => numbers.push(phrase))
    expect(numbers).toEqual(phrases.map((_, number) => number))
  }
})

test('list() returns what scan() reports, in the same order', () => {
  const matcher = buildMatcher(['crm', 'a crm', 'CRM', 'crm for'])
  const text = 'A CRM, or a crm for two. '.repeat(700)
  const reported: number[] = []
  matcher.scan(text, (phrase, start, end) => reported.push(phrase, start, end))
  const list = noMatches()
  matcher.list(text, list)
  expect(reported).toHaveLength(700 * 7 * 3)
  expect([...list.numbers.subarray(0, list.length)]).toEqual(reported)
  matcher.list('no such thing', list)
  expect(list.length).toBe(0)
})
