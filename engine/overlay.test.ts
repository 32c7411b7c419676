import { expect, test } from 'vitest'
import { buildFinder, FinderBuilder } from './candidates.ts'
import type { Item, Profile } from './item.ts'
import { listenedFor } from './listened.ts'
import { overlaid } from './overlay.ts'
import { pseudoRandom } from './pseudo-random.ts'

const random = pseudoRandom(7)
const words = ['crm', 'invoice', 'sourdough', 'flights', 'C++', 'pipeline', 'HubSpot', 'Wave', 'kiln', 'saddle']
const pick = () => words[Math.floor(random() * words.length)]!

function profile(): Profile {
  return { name: 'P', website: null, summary: '', keywords: [pick(), pick()], competitors: [pick()] }
}

function item(): Item {
  const text = () => Array.from({ length: 6 }, pick).join(' or ')
  const unknown = { author: null, flair: null, score: null, numComments: null, postedAt: null }
  return { id: 'a', kind: 'post', subreddit: 'AskReddit', title: text(), body: text(), ...unknown }
}

test('an overlay finds what a finder made anew would, whatever came, changed and went, and in whatever parts', () => {
  for (let round = 0; round < 50; round++) {
    const projects = new Map(Array.from({ length: 20 }, (_, id) => [String(id).padStart(2, '0'), profile()]))
    const base = buildFinder([...projects].map(([id, each]) => ({ id, profile: each })))
    const changed = new Map<string, Profile | null>()
    for (let change = 0; change < 8; change++) {
      const id = String(Math.floor(random() * 30)).padStart(2, '0')
      changed.set(id, random() < 0.3 ? null : profile())
    }
    const builder = new FinderBuilder()
    for (const [id, each] of [...changed].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (each) builder.add(id, listenedFor(each))
      if (each) projects.set(id, each)
      else projects.delete(id)
    }
    const overlay = overlaid(base, changed, builder.build())
    const sorted = [...projects].sort(([a], [b]) => (a < b ? -1 : 1))
    const anew = buildFinder(sorted.map(([id, each]) => ({ id, profile: each })))
    const text = item()
    const expected = anew.find(text)
    expect(overlay.find(text)).toEqual(expected)
    const inParts = []
    for (let after: string | undefined; ; after = inParts.at(-1)!.projectId) {
      const part = overlay.find(text, { after, limit: 3 })
      inParts.push(...part)
      if (part.length < 3) break
    }
    expect(inParts).toEqual(expected)
    const except = new Set(['01', '02', '21'])
    expect(overlay.find(text, { except })).toEqual(expected.filter(({ projectId }) => !except.has(projectId)))
  }
})
