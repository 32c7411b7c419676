import { expect, test } from 'vitest'
import { FinderBuilder } from '../candidates/candidates.ts'
import { type Listened, listenedFor } from '../candidates/listened.ts'
import type { Item } from '../item.ts'
import { pseudoRandom } from '../pseudo-random.ts'
import { overlaid } from './overlay.ts'

const random = pseudoRandom(7)
const words = ['crm', 'invoice', 'sourdough', 'flights', 'C++', 'pipeline', 'HubSpot', 'Wave', 'kiln', 'saddle']
const pick = () => words[Math.floor(random() * words.length)]!

const listeners = Array.from({ length: 60 }, () =>
  listenedFor({ name: 'P', website: null, summary: '', keywords: [pick(), pick()], competitors: [pick()] }),
)
const listener = () => listeners[Math.floor(random() * listeners.length)]!

function finderOf(projects: ReadonlyMap<string, Listened>) {
  const builder = new FinderBuilder()
  for (const [id, each] of [...projects].sort(([a], [b]) => (a < b ? -1 : 1))) builder.add(id, each)
  return builder.build()
}

function item(): Item {
  const text = () => Array.from({ length: 6 }, pick).join(' or ')
  const unknown = { author: null, flair: null, score: null, numComments: null, postedAt: null }
  return { id: 'a', kind: 'post', subreddit: 'AskReddit', title: text(), body: text(), ...unknown }
}

test('an overlay finds what a finder made anew would, whatever came, changed and went, and in whatever parts', () => {
  for (let round = 0; round < 50; round++) {
    const projects = new Map(Array.from({ length: 20 }, (_, id) => [String(id).padStart(2, '0'), listener()]))
    const base = finderOf(projects)
    const changed = new Map<string, Listened | null>()
    for (let change = 0; change < 8; change++) {
      const id = String(Math.floor(random() * 30)).padStart(2, '0')
      changed.set(id, random() < 0.3 ? null : listener())
    }
    const came = new Map<string, Listened>()
    for (const [id, each] of changed) {
      if (each) came.set(id, each)
      if (each) projects.set(id, each)
      else projects.delete(id)
    }
    const overlay = overlaid(base, changed, finderOf(came))
    const anew = finderOf(projects)
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
