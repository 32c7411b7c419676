import { expect, test } from 'vitest'
import { readPage } from './pages/page-reader.ts'
import { readWebsite } from './pages/statements.ts'
import { summaryOf } from './summary.ts'

const said = (html: string) => summaryOf(readWebsite([readPage({ url: 'https://tidewell.example/', html })]))
const description = (text: string) => `<meta name="description" content="${text}">`
const long = 'Surf reports for everybody who gets up before the wind does, '

test.each([
  [
    'at most two sentences',
    'Surf reports for early risers. They come by mail. They cost nothing. Yes.',
    'Surf reports for early risers. They come by mail.',
  ],
  [
    'no call to action',
    'Surf reports for early risers on every coast. Sign up today!',
    'Surf reports for early risers on every coast.',
  ],
  [
    'no exclamation marks',
    'Surf reports for early risers! On every coast!',
    'Surf reports for early risers. On every coast.',
  ],
  ['no emoji', '🌊 Surf reports for early risers on every coast 🏄', 'Surf reports for early risers on every coast'],
])('a summary has %s', (_, text, expected) => {
  expect(said(description(text))).toEqual({ text: expected, origin: 'description', page: '/' })
})

test('a very long description is cut between words', () => {
  const text = said(description(long.repeat(10)))!.text
  expect(text.length).toBeLessThanOrEqual(320)
  expect(text).toMatch(/\w,?…$/)
})

test.each([
  [
    'the heading with its paragraph',
    `<h1>Read the sea</h1><p>${long}and for whoever asks them.</p>`,
    'text',
    /^Read the sea\. Surf/,
  ],
  ['a paragraph without a heading', `<p>Menu</p><p>${long}here.</p>`, 'text', /^Surf/],
  ['the noscript text', `<noscript>${long}here.</noscript>`, 'noscript', /^Surf/],
  ['the title', '<title>Surf reports for early risers</title>', 'title', /^Surf/],
])('without a description, the summary is %s', (_, html, origin, expected) => {
  expect(said(html)).toMatchObject({ origin, text: expect.stringMatching(expected) })
})

test('cookie notices and menus are no summary', () => {
  expect(
    said(
      '<nav>Surf reports, tides, winds, webcams and more for you</nav><p>We use cookies to give you the best of all experiences.</p>',
    ),
  ).toBeNull()
})
