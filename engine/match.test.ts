import { describe, expect, test } from 'vitest'
import { buildMatcher } from './match.ts'

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
