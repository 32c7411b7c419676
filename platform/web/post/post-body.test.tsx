import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Component } from '#engine/score/component.ts'
import { marksOf } from '#features/leads/web/marks.ts'
import { PostBody } from './post-body.tsx'
import { textMax } from './readable.ts'

function html(source: string, ...words: string[]): string {
  const spans = words.map((word) => ({
    field: 'body' as const,
    start: source.indexOf(word),
    end: source.indexOf(word) + word.length,
  }))
  const components: Component[] = [{ name: 'fit', points: 9, reasons: [{ text: 'Fits', points: 9, spans }] }]
  return renderToStaticMarkup(<PostBody source={source} marks={marksOf(components, 'body')} />)
}

/** Returns the texts of all marks in order; a mark split by an element counts as several. */
const marked = (markup: string) => [...markup.matchAll(/<mark[^>]*>(.*?)<\/mark>/gs)].map((match) => match[1])
const links = (markup: string) => [...markup.matchAll(/href="([^"]*)"/g)].map((match) => match[1])

describe('untrusted text runs nothing and fetches nothing (faults 53)', () => {
  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&colon;alert(1))',
    '[a](java\nscript:alert(1))',
    '[a](\u0001javascript:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:msgbox(1))',
    '<javascript:alert(1)>',
    '[a][x]\n\n[x]: javascript:alert(1)',
    '[a](file:///etc/passwd)',
    '[a](#top)',
    '![a](javascript:alert(1))',
  ])('%j becomes no link', (source) => {
    expect(links(html(source))).toEqual([])
  })

  test.each([
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<iframe src="https://evil.example"></iframe>',
    'text <b onclick="alert(1)">bold</b>',
    '<style>*{display:none}</style>',
    '<!-- <script> -->',
    '![x](https://evil.example/pixel.png)',
    '[![x](https://evil.example/p.png)](https://evil.example)',
    '![x][ref]\n\n[ref]: https://evil.example/p.png',
    '- [x] task',
  ])('%j injects no element', (source) => {
    expect(html(source)).not.toMatch(/<(img|svg|script|iframe|style|b|input|object|embed)\b/i)
  })

  test('a picture becomes a link with its alternative text', () => {
    expect(html('![our shop](https://i.example/a.png)')).toBe(
      '<p><a href="https://i.example/a.png" target="_blank" rel="noopener nofollow ugc">our shop</a></p>',
    )
  })

  test('a picture within a link adds no nested link', () => {
    expect(links(html('[![shop](https://i.example/a.png)](https://i.example)'))).toEqual(['https://i.example/'])
  })

  test('links lead to http, https and mail, and relative ones to Reddit', () => {
    const source = '[a](http://a.example) [b](mailto:b@c.example) [c](/r/startups) [d](/u/ann) https://e.example/x?y=1'
    expect(links(html(source))).toEqual([
      'http://a.example/',
      'mailto:b@c.example',
      'https://www.reddit.com/r/startups',
      'https://www.reddit.com/u/ann',
      'https://e.example/x?y=1',
    ])
    expect(html(source).match(/rel="noopener nofollow ugc"/g)).toHaveLength(5)
  })
})

describe('text that would stall the page is shown as it was written', () => {
  test.each([
    ['quotes', '>'.repeat(10_000)],
    ['spaced quotes', '> '.repeat(10_000)],
    ['lists', `${'- '.repeat(10_000)}a`],
    ['open brackets', '['.repeat(10_000)],
    ['bracket pairs', '[]'.repeat(10_000)],
    ['stars', '*a '.repeat(10_000)],
    ['underscores', '_a'.repeat(10_000)],
    ['backticks of all lengths', Array.from({ length: 250 }, (_, n) => `${'`'.repeat(n)} `).join('')],
    ['tags', '<a '.repeat(10_000)],
    ['entities', '&'.repeat(20_000)],
    ['a table of 10,000 columns', `${'|a'.repeat(10_000)}|\n${'|-'.repeat(10_000)}|`],
    ['a table of 10,000 rows', `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(6_000)}`],
    ['headings', 'a\n=\n'.repeat(9_000)],
    ['a quote that continues', `> a\n${'b\n'.repeat(19_000)}`],
    ['alternating quotes and lists', `${'> - '.repeat(10)}a\n`.repeat(900)],
    ['quotes that get deeper with each line', Array.from({ length: 200 }, (_, n) => '>'.repeat(n)).join('\n')],
  ])('%s', (_, source) => {
    const markup = html(source)
    expect(markup.startsWith('<p class="wrap-anywhere whitespace-pre-wrap">')).toBe(true)
    expect(markup.match(/</g)).toHaveLength(2)
  })

  test('deeply nested lists are flattened', () => {
    const nested = Array.from({ length: 39 }, (_, depth) => `${'  '.repeat(depth)}- item ${depth}`).join('\n')
    const markup = html(nested)
    expect(markup.match(/<ul>/g)!.length).toBeLessThan(15)
    expect(markup).toContain('item 38')
  })

  test('a text longer than Reddit allows is cut, and so is a code block of a megabyte', () => {
    expect(html('word '.repeat(20_000)).length).toBeLessThan(textMax + 100)
    expect(html(`\`\`\`\n${'x'.repeat(1_000_000)}`).length).toBeLessThan(textMax + 200)
  })

  test('ordinary posts stay Markdown', () => {
    const markup = html('# Title\n\nSome *words*, `code`\n\n- one\n- two\n\n> quoted\n\n---\n\n|a|b|\n|-|-|\n|1|2|')
    for (const element of ['h3', 'em', 'code', 'li', 'blockquote', 'hr', 'td']) expect(markup).toContain(`<${element}`)
  })
})

describe('the words behind a score are marked', () => {
  test.each([
    ['in plain text', 'I need a crm today', ['crm'], ['crm']],
    ['at the start and the end', 'crm or pipeline', ['crm', 'pipeline'], ['crm', 'pipeline']],
    ['in emphasis', 'I need **a simple crm** today', ['simple crm'], ['simple crm']],
    ['across emphasis', 'a *simple* crm', ['simple* crm'], ['simple', ' crm']],
    ['after an escape', 'my\\_crm and \\*crm2\\* here', ['crm2'], ['crm2']],
    ['after entities', 'Tom &amp; Ann&#39;s &lt;crm&gt; works', ['crm'], ['crm']],
    ['in a link', '[the crm](https://a.example) is', ['crm'], ['crm']],
    ['in quotes across lines', '> we lost\n> the crm\n> again', ['crm'], ['crm']],
    ['in lists', '1. one\n2. the crm\n   goes on', ['crm', 'goes'], ['crm', 'goes']],
    ['across a line break', 'a simple\ncrm', ['simple\ncrm'], ['simple\ncrm']],
    ['in a table', '|a|crm|\n|-|-|\n|b|c|', ['crm'], ['crm']],
    ['in code', 'run `the crm` now', ['crm'], ['crm']],
    ['in a code block', '```js\nconst crm = 1\n```', ['crm'], ['crm']],
    ['in an indented code block', 'so:\n\n    the crm\n    again', ['crm', 'again'], ['crm', 'again']],
    ['after a spoiler', '>!the crm!< failed', ['crm', 'failed'], ['crm', 'failed']],
    ['between emoji', '😀 crm 😀', ['crm'], ['crm']],
  ])('%s', (_, source, words, expected) => {
    expect(marked(html(source, ...words)).map((text) => text?.replace('&#x27;', "'"))).toEqual(expected)
  })

  test('without changing the text', () => {
    const source = '# A *crm*\n\n> tell me\n> more &amp; more\n\n- `crm` or\\_so'
    const bare = (markup: string) => markup.replace(/<\/?mark[^>]*>/g, '')
    expect(bare(html(source, 'crm', 'tell me', 'more'))).toBe(bare(html(source)))
  })

  test('in a text that is shown as it was written, too', () => {
    expect(marked(html(`crm ${'['.repeat(2_000)}`, 'crm'))).toEqual(['crm'])
  })
})

test('spoilers are shown openly, and invisible blanks are removed', () => {
  expect(html('a >!hidden!< word')).toBe('<p>a hidden word</p>')
  expect(html('one\n\n&#x200B;\n\ntwo')).toBe('<p>one</p>\n<p>two</p>')
})
