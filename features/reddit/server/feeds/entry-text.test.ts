import { expect, test } from 'vitest'
import { readEntryText } from './entry-text.ts'

const text = (html: string) => readEntryText(`<!-- SC_OFF --><div class="md">${html}</div><!-- SC_ON -->`).text

test.each([
  ['paragraphs', '<p>One\nline.</p>\n\n<p>Two.</p>', 'One line.\n\nTwo.'],
  ['a line break', '<p>One<br/>\nTwo</p>', 'One\nTwo'],
  ['emphasis', '<p>A <strong>very <em>big</em></strong> pot</p>', 'A very big pot'],
  ['entities', '<p>Tea &amp;amp; &lt;milk&gt; &#39;n&#39; &nbsp;sugar</p>', "Tea &amp; <milk> 'n' sugar"],
  ['a list', '<p>Either</p><ul>\n<li>one</li>\n<li><p>two</p></li>\n</ul><p>So?</p>', 'Either\n\n- one\n- two\n\nSo?'],
  ['an empty list item', '<ul><li></li></ul><p>So?</p>', 'So?'],
  ['a quote', '<blockquote>\n<p>It leaks.</p>\n</blockquote>\n<p>Mine too.</p>', '> It leaks.\n\nMine too.'],
  ['code', '<pre><code>a = 1\n  b = 2\n</code></pre>', 'a = 1\n  b = 2'],
  [
    'a table',
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tr><td>1</td><td>2</td></tr></table>',
    'A | B\n1 | 2',
  ],
  ['a link', '<p>See <a href="https://a.example/b">this</a>.</p>', 'See [this](https://a.example/b).'],
  ['a bare URL', '<p><a href="https://a.example/b">https://a.example/b</a></p>', 'https://a.example/b'],
  ['a community link', '<p>Try <a href="/r/kettles">r/kettles</a></p>', 'Try r/kettles'],
  ['a script URL', '<p><a href="javascript:alert(1)">this</a></p>', 'this'],
  ['unclosed tags', '<p>One<p>Two <b>three', 'One\n\nTwo three'],
  ['an empty text', '', ''],
])('%s', (_what, html, expected) => {
  expect(text(html)).toBe(expected)
})

test("the text around the author's own is left out", () => {
  const around =
    '<table><tr><td><a href="https://x.example"><img src="y"/></a></td><td><div class="md"><p>Mine.</p></div>' +
    ' submitted by <a href="u"> /u/ada </a><br/><a href="https://a.example/1">[link]</a> <a href="c">[comments]</a>'
  expect(readEntryText(around)).toEqual({ text: 'Mine.', link: 'https://a.example/1' })
  expect(readEntryText(' submitted by <a href="u"> /u/ada </a>')).toEqual({ text: '', link: null })
})

test('a text that is far too long or deeply nested ends early', () => {
  expect(text('word '.repeat(1_000_000)).length).toBeLessThan(100_000)
  expect(text(`<p>Before</p>${'<span>'.repeat(1_000_000)}`)).toBe('Before')
})
