import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { governorLimits } from '#engine/messages/governor.ts'
import { messageHolds, messageRefusals } from '#engine/messages/holds.ts'
import { explanationPath } from '#engine/messages/wordings.ts'
import { authPaths } from '#engine/rules/paths.ts'
import { refuseFaults } from './check-links.ts'
import { type Content, readContent } from './content.ts'
import { longDate } from './pages/dates.ts'
import { scoredExample } from './pages/scored-example.ts'
import { renderSite } from './pages.tsx'

const folder = resolve(import.meta.dirname, './content')
const content = readContent(folder)
const names = readdirSync(resolve(folder, 'pictures'))
const pictures = Object.fromEntries(names.map((name) => [name, { url: `/${name}`, width: 2, height: 1 }]))

const example = scoredExample()
const assets = { pictures, icons: [], example, socialPicture: () => '/link.png' }
const pagesWith = (changed: Partial<Content> = {}) =>
  renderSite({ content: { ...content, ...changed }, ...assets }).pages
const pages = pagesWith()

/** Returns the parsed structured data of a page. */
function dataOf(path: string): Record<string, unknown>[] {
  const { head = '' } = pages.find((page) => page.path === path) ?? {}
  return [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  )
}

describe('the structured data', () => {
  test.each<[path: string, types: string[]]>([
    ['/', ['Organization', 'WebSite', 'FAQPage']],
    ['/alternatives', ['ItemList']],
    ...content.alternatives.map(({ path }): [string, string[]] => [path, ['Article']]),
    ...content.posts.map(({ path }): [string, string[]] => [path, ['BlogPosting']]),
    ...content.guides.map(({ path }): [string, string[]] => [path, ['Article']]),
    ['/reddit-marketing-guide', ['Article']],
    ['/blog', []],
    ['/legal/privacy', []],
  ])('of %s has the schema.org types %j', (path, types) => {
    const data = dataOf(path)
    expect(data.map((each) => each['@type'])).toEqual(types)
    for (const each of data) expect(each['@context']).toBe('https://schema.org')
  })

  test('matches the title, address and dates of the page', () => {
    for (const { path, title, published, updated } of content.posts) {
      const expected = { headline: title, url: `{{origin}}${path}`, datePublished: published }
      expect(dataOf(path)).toMatchObject([{ ...expected, dateModified: updated ?? published }])
    }
    for (const { path, title, checked } of content.alternatives) {
      expect(dataOf(path)).toMatchObject([{ headline: title, url: `{{origin}}${path}`, dateModified: checked }])
    }
  })
})

describe('each reason that holds or refuses a message', () => {
  const { body = '' } = pages.find(({ path }) => path === '/legal/violation') ?? {}
  const anchors = [...body.matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => `/legal/violation#${id}`)
  const reasons = [...messageHolds, ...messageRefusals]

  test.each(reasons)('has a section about it: %s', (reason) => {
    expect(anchors).toContain(explanationPath(reason))
  })

  test('and the numbers are those of the limits', () => {
    const { warmUp, slowWarmUp, established, promotionShare, communityMs, sameTextMs } = governorLimits
    const days = (ms: number) => ms / 86_400_000
    for (const words of [
      `starts with ${warmUp.start} first messages and gets ${warmUp.growth} more`,
      `younger than ${days(established.ageMs)} days, or has less than ${established.karma} karma, starts with`,
      `starts with ${slowWarmUp.start} and gets ${slowWarmUp.growth} more`,
      `More than ${promotionShare * 100}% of the account`,
      `less than ${communityMs / 3_600_000} hours ago`,
      `in the last ${days(sameTextMs)} days`,
    ]) {
      expect(body.replace(/\s+/g, ' ')).toContain(words)
    }
  })

  test('and no section explains anything else', () => {
    const explained = new Set(reasons.map(explanationPath))
    expect(anchors.filter((anchor) => !explained.has(anchor))).toEqual([])
  })
})

describe('the build', () => {
  const elsewhere = ['/blog/feed.xml', ...authPaths]
  const postThatSays = (body: string) => pagesWith({ posts: [{ ...content.posts[0]!, path: '/blog/faulty', body }] })

  test('accepts our own content', () => {
    expect(() => refuseFaults(pages, elsewhere)).not.toThrow()
  })

  test('rejects a dead link and names its page', () => {
    expect(() => refuseFaults(postThatSays('Read [this](/blog/gone).'), elsewhere)).toThrow(
      '/blog/faulty: /blog/gone does not exist',
    )
  })

  test('rejects a missing picture and names it', () => {
    expect(() => postThatSays('![A heron](heron.webp)')).toThrow('Missing picture content/pictures/heron.webp')
  })

  test('rejects a comparison with a product that has no page', () => {
    const alternatives = content.alternatives.filter(({ path }) => path !== '/alternative/syften')
    expect(() => pagesWith({ alternatives })).toThrow('Missing comparison page /alternative/syften')
  })
})

test("the landing page dates its comparison by when the compared pages' sources were checked", () => {
  const textOf = (alternatives: Content['alternatives']) =>
    (pagesWith({ alternatives }).find(({ path }) => path === '/')?.body ?? '').replaceAll(/<[^>]+>/g, '')
  const readAt = (days: Record<string, string>) =>
    textOf(content.alternatives.map((each) => ({ ...each, checked: days[each.name] ?? '2026-02-03' })))
  expect(readAt({})).toContain(`as of ${longDate('2026-02-03')}.`)
  expect(readAt({ F5Bot: '2026-03-04', Syften: '2026-01-02', HotMention: '2026-12-31' })).toContain(
    'as of January 2, 2026, February 3, 2026, and March 4, 2026.',
  )
})

test('the example on the landing page has its real score and names no keyword', () => {
  const { body = '' } = pages.find(({ path }) => path === '/') ?? {}
  const figure = body.slice(body.indexOf('<figure'), body.indexOf('</figure>')).replaceAll(/<[^>]+>/g, '')
  expect(example.named).toBe(0)
  expect(example.label).toBeGreaterThanOrEqual(2)
  expect(figure).toContain(`${Math.round(example.score)}%Fit`)
  for (const { points, reasons } of example.components) {
    expect(figure).toContain(`+${Math.round(points)}`)
    expect(figure).toContain(reasons[0]!.text)
  }
})
