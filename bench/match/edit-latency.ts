import { setImmediate, setTimeout } from 'node:timers/promises'
import { type CandidateFinder, FinderBuilder } from '#engine/candidates/candidates.ts'
import { type Watchlist, watchlistOf } from '#engine/candidates/watchlist.ts'
import type { Item, Profile } from '#engine/item.ts'
import { overlaid } from '#engine/match/overlay.ts'
import { median } from '../quantiles.ts'

const phrasesEach = 50
/** The share of the base that has changed just before a new base is built (features/matching/server/finder.ts). */
const overlayShare = 0.1
const edited = 'edited'

/** Returns the time from an edit to an item found by it, in ms, with a base of these phrases and a full overlay. */
export function editLatencies(phrases: readonly string[]): { add: number; change: number; remove: number } {
  const projects = new Map<string, Watchlist>()
  for (let from = 0; from < phrases.length; from += phrasesEach) {
    projects.set(idOf(from), watchlistWith(phrases.slice(from, from + phrasesEach)))
  }
  const base = finderOf(projects)
  const ids = [...projects.keys()]
  const changed = new Map(ids.slice(0, ids.length * overlayShare).map((id) => [id, projects.get(id)!]))
  const measure = (watchlist: () => Watchlist | null, text: string, isFound: boolean) => {
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now()
      const now = watchlist()
      const marked = new Map<string, Watchlist | null>([...changed, [edited, now]])
      const recent = finderOf(now ? new Map([...changed, [edited, now]]) : changed)
      const found = overlaid(base, marked, recent).find(itemOf(text))
      const milliseconds = performance.now() - started
      if (found.some(({ projectId }) => projectId === edited) !== isFound)
        throw new Error(`The edit has no effect on "${text}"`)
      return milliseconds
    })
    return median(times)
  }
  return {
    add: measure(() => watchlistOf(profileOf('quillwright ledger')), 'a quillwright ledger', true),
    change: measure(() => watchlistOf(profileOf('quillwright register')), 'a quillwright register', true),
    remove: measure(() => null, 'a quillwright register', false),
  }
}

/** The longest time for which building a base blocks a worker (features/matching/server/finder.ts). */
const sliceMs = 10

/** Returns the longest such time of many edits during the build of a new base, each from when it is due. */
export async function longestEditDuringRebuild(phrases: readonly string[]): Promise<number> {
  const builder = new FinderBuilder()
  for (let from = 0; from < phrases.length; from += phrasesEach) {
    builder.add(idOf(from), watchlistWith(phrases.slice(from, from + phrasesEach)))
  }
  const small = finderOf(new Map([[idOf(0), watchlistWith(phrases.slice(0, phrasesEach))]]))
  let longest = 0
  let isBuilt = false
  const editing = (async () => {
    while (!isBuilt) {
      const due = performance.now() + 20
      await setTimeout(20)
      const edit = finderOf(new Map([[edited, watchlistOf(profileOf('quillwright ledger'))]]))
      const [found] = overlaid(small, new Set([edited]), edit).find(itemOf('a quillwright ledger'))
      if (found?.projectId !== edited) throw new Error('The edit has no effect')
      longest = Math.max(longest, performance.now() - due)
    }
  })()
  let since = performance.now()
  for (const steps = builder.buildInSteps(); !steps.next().done; ) {
    if (performance.now() - since < sliceMs) continue
    await setImmediate()
    since = performance.now()
  }
  isBuilt = true
  await editing
  return longest
}

function finderOf(projects: ReadonlyMap<string, Watchlist>): CandidateFinder {
  const builder = new FinderBuilder()
  for (const [id, watchlist] of projects) builder.add(id, watchlist)
  return builder.build()
}

const { vector, kinds } = watchlistOf(profileOf(''))

function watchlistWith(phrases: readonly string[]): Watchlist {
  return {
    phrases: phrases.map((phrase) => ({
      phrase,
      kind: 'keyword',
      spellings: [phrase],
      weight: 1,
      capital: false,
      query: null,
    })),
    vector,
    kinds,
  }
}

/** Returns ids in ascending order, all before the edited one. */
function idOf(number: number): string {
  return String(number).padStart(9, '0')
}

function profileOf(keyword: string): Profile {
  return { name: 'Quill', website: null, summary: '', keywords: keyword === '' ? [] : [keyword], competitors: [] }
}

function itemOf(body: string): Item {
  const unknown = { author: null, flair: null, score: null, numComments: null, postedAt: null }
  return { id: 'a', kind: 'post', subreddit: 'AskReddit', title: '', body, ...unknown }
}
