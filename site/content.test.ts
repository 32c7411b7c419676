import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readContent } from './content.ts'
import { feedOf } from './feed.ts'
import { sitemapOf } from './site-files.ts'
import { titleOf } from './title.ts'

const ours = resolve(import.meta.dirname, './content')

test('our content is valid, and each text has its own path', () => {
  const { posts, alternatives, guides, legal, marketingGuide } = readContent(ours)
  const paths = [...posts, ...alternatives, ...guides, ...legal, marketingGuide].map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toContain('/guide/start/first-leads')
  expect(legal.map(({ path }) => path)).toEqual(
    ['affiliate', 'privacy', 'terms', 'violation'].map((name) => `/legal/${name}`),
  )
  expect(posts.map(({ published }) => published)).toEqual(
    posts
      .map(({ published }) => published)
      .sort()
      .reverse(),
  )
})

describe('rejects a faulty text and names its file', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'content-'))
    cpSync(ours, folder, { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const post = (above: string) => `---\n${above}\n---\nText\n`
  const title = 'title: A title'
  const description = `description: ${'Words enough to be of use. '.repeat(3)}`

  test.each([
    ['no front matter', 'Text', 'does not start with front matter'],
    ['no title', post(`${description}\npublished: "2026-01-02"`), 'title'],
    ['a description that is too short', post(`${title}\ndescription: Short\npublished: "2026-01-02"`), 'description'],
    ['a date that does not exist', post(`${title}\n${description}\npublished: "2026-02-30"`), 'published'],
    ['an unknown key', post(`${title}\n${description}\npublished: "2026-01-02"\ntags: x`), 'tags'],
  ])('%s', (_, text, message) => {
    const file = join(folder, 'blog', 'faulty.md')
    writeFileSync(file, text)
    expect(() => readContent(folder)).toThrow(new RegExp(`faulty\\.md.*${message}`, 's'))
  })
})

test('a title is the last path segment as words', () => {
  expect(['/legal/privacy', '/reddit-marketing-guide', '/alternatives', ''].map(titleOf)).toEqual([
    'Privacy',
    'Reddit Marketing Guide',
    'Alternatives',
    '',
  ])
})

test('the feed escapes titles and is as new as its latest change', () => {
  const post = { path: '/blog/a', title: 'Q & A <now>', description: '"Why"', body: '' }
  const feed = feedOf([
    { ...post, published: '2026-11-02' },
    { ...post, published: '2026-11-01', updated: '2026-11-09' },
  ])
  expect(feed).toContain('<title>Q &amp; A &lt;now&gt;</title><summary>&quot;Why&quot;</summary>')
  expect(feed).toMatch(/<\/author>\n<updated>2026-11-09T00:00:00Z<\/updated>/)
})

test('the sitemap has full addresses, and dates if known', () => {
  const sitemap = sitemapOf([{ path: '/' }, { path: '/legal/terms', updated: '2026-11-20' }])
  expect(sitemap).toContain('<url><loc>{{origin}}/</loc></url>')
  expect(sitemap).toContain('<url><loc>{{origin}}/legal/terms</loc><lastmod>2026-11-20</lastmod></url>')
})
