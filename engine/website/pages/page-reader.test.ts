import { describe, expect, test } from 'vitest'
import { computedMs } from '#tests/support/computing-cost.ts'
import { profileFromPages } from '../profile-from-pages.ts'
import { furtherPages } from './further-pages.ts'
import { limits } from './page-parts.ts'
import { readPage } from './page-reader.ts'
import { readStructured } from './structured-data.ts'

const url = 'https://tidewell.example/'
const read = (html: string) => readPage({ url, html })

test('text is read in blocks with their kind and region', () => {
  const parts = read(`<html lang=en><title> Tide &amp; well </title><meta NAME=Description content=" Surf  reports ">
    <nav>Menu</nav><h1>Read the <em>sea</em></h1><p>Every<br>day</p><ul><li>Wind <li>Waves</ul>
    <blockquote><p>So calm</p></blockquote><noscript>Turn it on</noscript><footer>Leeds</footer>
    <script>var hidden = '<p>not read</p>'</script><style>p { color: red }</style><svg><title>icon</title></svg>`)
  expect(parts).toMatchObject({ language: 'en', title: 'Tide & well' })
  expect(parts.meta.get('description')).toBe('Surf reports')
  expect(parts.blocks.map(({ kind, level, region, text }) => [text, kind, level, region])).toEqual([
    ['Menu', 'text', 0, 'navigation'],
    ['Read the sea', 'heading', 1, 'body'],
    ['Every', 'text', 0, 'body'],
    ['day', 'text', 0, 'body'],
    ['Wind', 'item', 0, 'body'],
    ['Waves', 'item', 0, 'body'],
    ['So calm', 'quote', 0, 'body'],
    ['Turn it on', 'text', 0, 'noscript'],
    ['Leeds', 'text', 0, 'footer'],
  ])
})

test('a link has the text of all blocks in it', () => {
  expect(read('<a href=" /vs/acme "><div>Us</div><div>and <b>Acme</b></div></a> more').links).toEqual([
    { href: '/vs/acme', text: 'Us and Acme' },
  ])
})

test('further pages are of the same website, one of each kind first', () => {
  const html = `<a href="/pricing">1</a><a href="https://other.example/about">2</a><a href="/features#top">3</a>
    <a href="/vs/acme">4</a><a href="/vs/beacon">5</a><a href="/about?ref=nav">6</a><a href="/blog">7</a>
    <a href="javascript:alert(1)">8</a><a href="//tidewell.example/features">9</a><a href="http://tidewell.example/about">10</a><a href="http://[">11</a>`
  expect(furtherPages({ url, html }, 3)).toEqual([`${url}features`, `${url}about`, `${url}vs/acme`])
  expect(furtherPages({ url, html }, 9)).toHaveLength(5)
})

describe('hostile pages take bounded time', () => {
  const megabytes = (text: string) => text.repeat(Math.ceil(2_000_000 / text.length))
  test.each([
    ['nested elements', megabytes('<div>')],
    ['nested elements with mismatched closing tags', `${'<a>'.repeat(300_000)}${'</b>'.repeat(250_000)}`],
    ['nested lists', megabytes('<ul><li>x')],
    ['a million attributes', `<p ${Array.from({ length: 250_000 }, (_, i) => `a${i}=1`).join(' ')}>`],
    ['one attribute of two megabytes', `<p title="${megabytes('x')}">`],
    ['one text of two megabytes', megabytes('for a for a ')],
    ['capital words', megabytes('Aa Bb Cc vs ')],
    ['unclosed quotes', megabytes('"')],
    ['only opening brackets', megabytes('<')],
    ['comments', megabytes('<!--')],
    ['entities', megabytes('&amp;')],
    ['links', megabytes('<a href=/vs/a>for me')],
    ['spaces', `<p>for ${megabytes(' ')}x`],
    ['headings', megabytes('<h1>No more never stop for people who </h1>')],
    ['structured data', megabytes(`<script type="application/ld+json">${'[{"a":'.repeat(2000)}</script>`)],
    ['meta elements', megabytes('<meta name=a content=b>')],
  ])('%s', (_, html) => {
    const before = computedMs()
    profileFromPages([{ url, html }])
    // A harmless page of this size takes about a tenth of this on an idle machine.
    expect(computedMs() - before).toBeLessThan(4_000)
  })
})

test('the amount read from a page is limited', () => {
  const parts = read(
    `<title>${'t'.repeat(5_000)}</title>${`<p>${'x'.repeat(5_000)}</p><a href=/b>c</a>`.repeat(4_000)}`,
  )
  expect(parts.title.length).toBe(limits.titleChars)
  expect(parts.blocks.length).toBeLessThanOrEqual(limits.blocks)
  expect(parts.links.length).toBeLessThanOrEqual(limits.links)
  expect(Math.max(...parts.blocks.map(({ text }) => text.length))).toBe(limits.blockChars)
})

test.each([
  ['not JSON', '{"name": '],
  ['null', 'null'],
  ['a string', '"Tidewell"'],
  ['an object whose name is not a string', '{"@type":"Organization","name":{"x":1}}'],
  ['of an irrelevant type', '{"@type":"BreadcrumbList","name":"Home"}'],
  ['deeply nested', `${'[{"x":'.repeat(5_000)}1${'}]'.repeat(5_000)}`],
])('structured data that is %s yields no name', (_, script) => {
  expect(readStructured([script]).names).toEqual([])
})
