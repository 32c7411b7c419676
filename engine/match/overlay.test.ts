import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FinderBuilder } from '../candidates/candidates.ts'
import { type Watchlist, watchlistOf } from '../candidates/watchlist.ts'
import type { Item } from '../item.ts'
import { overlaid } from './overlay.ts'

const words = ['crm', 'invoice', 'sourdough', 'flights', 'C++', 'pipeline', 'HubSpot', 'Wave', 'kiln', 'saddle']
const watchlists = words.flatMap((keyword, at) =>
  [1, 3, 4, 7].map((further) =>
    watchlistOf({
      name: 'P',
      website: null,
      summary: '',
      keywords: [keyword, words[(at + further) % words.length]!],
      competitors: [words[(at * further) % words.length]!],
    }),
  ),
)
const watchlist = fc.constantFrom(...watchlists)
const text = fc.array(fc.constantFrom(...words), { minLength: 6, maxLength: 6 }).map((six) => six.join(' or '))
const idOf = (number: number) => String(number).padStart(2, '0')

function finderOf(projects: ReadonlyMap<string, Watchlist>) {
  const builder = new FinderBuilder()
  for (const [id, each] of [...projects].sort(([a], [b]) => (a < b ? -1 : 1))) builder.add(id, each)
  return builder.build()
}

test('an overlay finds the same as a rebuilt finder after any changes, at once and in parts', () => {
  const initial = fc.array(watchlist, { minLength: 20, maxLength: 20 })
  const changes = fc.array(fc.tuple(fc.nat(29).map(idOf), fc.option(watchlist, { freq: 2 })), { maxLength: 8 })
  fc.assert(
    fc.property(initial, changes, text, text, (first, changes, title, body) => {
      const projects = new Map(first.map((each, number) => [idOf(number), each]))
      const base = finderOf(projects)
      const changed = new Map(changes)
      const added = new Map<string, Watchlist>()
      for (const [id, each] of changed) {
        if (each) added.set(id, each)
        if (each) projects.set(id, each)
        else projects.delete(id)
      }
      const overlay = overlaid(base, changed, finderOf(added))
      const rebuilt = finderOf(projects)
      const unknown = { author: null, flair: null, score: null, numComments: null, postedAt: null }
      const item: Item = { id: 'a', kind: 'post', subreddit: 'AskReddit', title, body, ...unknown }
      const expected = rebuilt.find(item)
      expect(overlay.find(item)).toEqual(expected)
      const inParts = []
      for (let after: string | undefined; ; after = inParts.at(-1)!.projectId) {
        const part = overlay.find(item, { after, limit: 3 })
        inParts.push(...part)
        if (part.length < 3) break
      }
      expect(inParts).toEqual(expected)
      const except = new Set(['01', '02', '21'])
      expect(overlay.find(item, { except })).toEqual(expected.filter(({ projectId }) => !except.has(projectId)))
    }),
    { seed: 7, numRuns: 50 },
  )
})
