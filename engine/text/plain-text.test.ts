import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { plainText, plainTextRange } from './plain-text.ts'

describe('a text as its reader sees it', () => {
  test.each([
    ['plain text', 'We need a CRM.', 'We need a CRM.'],
    ['bold and italic', '**Which** *one* is ***best***?', 'Which one is best?'],
    ['underscores', '_really_ __good__ snake_case', 'really good snake_case'],
    ['a star between spaces', '2 * 3', '2 * 3'],
    ['strikethrough and code', '~~old~~ `crm` ~5', 'old crm ~5'],
    ['a spoiler', 'it is >!secret!< now', 'it is secret now'],
    ['a heading', '# Title\n\n##More\ntext', 'Title More text'],
    ['a hashtag', '#crm is hard', '#crm is hard'],
    ['quotes', '> one\n> > two\n&gt; three', 'one two three'],
    ['a list', '- one\n* two\n+ three\n1. four', 'one two three 1. four'],
    ['a code fence', 'a\n```ts\nlet x\n```\nb', 'a let x b'],
    ['horizontal rules', 'a\n\n---\n\nb\n***\nc', 'a b c'],
    ['the header of a table', 'a|b\n:-|:-\nc|d', 'a|b c|d'],
    ['a link', 'see [our page](https://x.example/y?z=1) now', 'see our page now'],
    ['a link with a title', '[page](https://x.example "hover")', 'page'],
    ['a link with parentheses', '[page](https://x.example/a_(b)) and', 'page and'],
    ['an image', '![a chart](https://x.example/c.png) end', 'a chart end'],
    ['brackets', '[ON] a client [sic] (not) done', '[ON] a client [sic] (not) done'],
    ['a link in brackets', '[[1](https://x.example)]', '[1]'],
    ['an unclosed link', '[page](https://x.example and', '[page](x.example and'],
    ['a truncated link', 'my [page](https://x.exam', 'my page'],
    ['a link truncated inside parentheses', '[a](b) [page](https://x.example/a_(b', 'a page'],
    ['a short URL', 'at https://www.x.example/a.', 'at x.example/a.'],
    ['URLs next to punctuation', '*https://x.example/a*! https://y.example...', 'x.example/a! y.example...'],
    ['a long URL', 'at https://www.x.example/a/very/long/path?with=query, and', 'at x.example/…, and'],
    ['a URL as its own link text', '[https://x.example](https://x.example)', 'x.example'],
    ['a URL in angle brackets', '<https://x.example/b>', '<x.example/b>'],
    ['entities', 'R&amp;D &lt;3 &quot;x&quot; it&#39;s &#x27;y&#x27;', "R&D <3 \"x\" it's 'y'"],
    ['an invisible entity', 'a\n\n&#x200B;\n\nb &amp;#x200B; c&nbsp;d', 'a b c d'],
    ['invalid entities', 'AT&T & &foo; &#xd800; &#0;', 'AT&T & &foo; &#xd800; &#0;'],
    ['escapes', '\\- a\\_b \\\\[c] d\\e', '- a_b [c] d\\e'],
    ['escaped stars, which some editors write for bold', '\\*\\*a\\*\\* \\* b', 'a b'],
    ['invisible characters', 'Hub\u2064Spot\u200b', 'HubSpot'],
    ['white space', '  a \t\n\n\n  b  \r\n', 'a b'],
    ['surrogate pairs', '**👍🏽** &#x1F44D;', '👍🏽 👍'],
    ['only markup', '***', ''],
  ])('%s', (_name, markdown, text) => {
    expect(plainText(markdown).text).toBe(text)
  })
})

test.each([
  ['**CRM** for two', 'CRM', 'CRM'],
  ['a [simple crm](https://x.example/crm) now', 'simple crm', 'simple crm'],
  ['a [simple crm](https://x.example/host) now', 'host', null],
  ['R&amp;D team', 'R&amp;D', 'R&D'],
  ['best **crm**\n\n> tool', 'crm**\n\n> tool', 'crm tool'],
  ['the https://x.example/a/rather/long/path/to/it end', 'end', 'end'],
  ['👍 [crm](https://x.example)', 'crm', 'crm'],
])('%j: the range of %j', (markdown, words, found) => {
  const plain = plainText(markdown)
  const start = markdown.indexOf(words)
  const range = plainTextRange(plain, start, start + words.length)
  expect(range && plain.text.slice(...range)).toBe(found)
})

test('every unit has an origin, and origins never decrease', () => {
  const markdown =
    '# A [b](https://c.example/long/long/long/long)\n\n- *d* &amp; `e` https://f.example/g?h=iiiiiiiiiiiiiiii'
  const { text, origins } = plainText(markdown)
  expect(origins.length).toBe(text.length)
  expect(origins).toEqual(origins.toSorted((a, b) => a - b))
})

test.each([
  '[',
  ']',
  '*',
  '_',
  '`',
  '>',
  '#',
  '&',
  '\\',
  '](',
  '[a](',
  '![',
  '&amp;',
  'https://',
  '- ',
  '> ',
  '|-',
  '\n',
  '~~~',
  'https://x.example/.',
  '-',
  ' ',
])('200,000 characters of %j take no longer than other texts', (piece) => {
  const started = computedMs()
  plainText(piece.repeat(200_000 / piece.length))
  plainText(`\n${piece.repeat(200_000 / piece.length)}x)`)
  expect(computedMs() - started).toBeLessThan(4_000)
})

test('an address of 200,000 symbols takes no longer than other texts', () => {
  const started = computedMs()
  plainText(`https://x.example/${'.'.repeat(200_000)}a${'.'.repeat(200_000)}`)
  expect(computedMs() - started).toBeLessThan(4_000)
})
