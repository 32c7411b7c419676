import { expect, test } from 'vitest'
import { labelOf, nameOf } from './name.ts'
import { readPage } from './pages/page-reader.ts'
import { readWebsite } from './pages/statements.ts'

test.each([
  // The part that the address confirms, in any position
  ['https://tidewell.example/', '<title>Tidewell - Surf reports</title>', 'Tidewell'],
  ['https://tidewell.example/', '<title>Surf reports for everyone | Tidewell</title>', 'Tidewell'],
  ['https://www.tide-well.example/', '<title>The calm way to read the sea · Tide Well</title>', 'Tide Well'],
  ['https://gettidewell.example/', '<title>Surf reports — Tidewell</title>', 'Tidewell'],
  ['https://tidewellhq.example/', '<title>Tidewell: surf reports</title>', 'Tidewell'],
  // Other names of the site before its title
  ['https://tw.example/', '<title>Surf</title><meta property="og:site_name" content="Tidewell">', 'Tidewell'],
  [
    'https://tw.example/',
    '<script type="application/ld+json">{"@type":"Organization","name":"Tidewell Ltd"}</script>',
    'Tidewell Ltd',
  ],
  // Slogans aren't names
  ['https://tidewell.example/', '<title>The calm way to read the sea before you leave the house</title>', 'Tidewell'],
  ['https://tidewell.example/', '<meta property="og:site_name" content="Read the sea. Every day!">', 'Tidewell'],
  ['https://tidewell.example/', '<title>A &amp; B</title>', 'Tidewell'],
])('%s with %s is %s', (url, head, name) => {
  expect(nameOf(readWebsite([readPage({ url, html: head })]))?.text).toBe(name)
})

test.each([
  ['tidewell.com', 'tidewell'],
  ['www.tidewell.co.uk', 'tidewell'],
  ['app.tidewell.io', 'tidewell'],
  ['tide-well.org', 'tidewell'],
  ['192.0.2.1', ''],
  ['localhost', ''],
])('the label of %s is "%s"', (host, label) => {
  expect(labelOf(host)).toBe(label)
})
