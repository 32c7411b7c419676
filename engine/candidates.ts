import type { Span } from '@earshot/contract/entities'
import { communityVector } from './community.ts'
import type { Item, Profile } from './item.ts'
import { buildMatcher } from './match.ts'
import { profilePhrases, profileVector, profileWords } from './profile.ts'
import { forms } from './stem.ts'
import { gate } from './weights.ts'
import { similarity } from './words.ts'

/** One phrase of a project found in an item. */
export interface Hit extends Span {
  /** The phrase as the project has it (keyword, competitor) or as it was derived (profile). */
  phrase: string
  kind: 'keyword' | 'competitor' | 'profile'
}

export interface CandidateFinder {
  /** The projects for which the item is a candidate, each with the phrases that made it one. */
  find(item: Item): { projectId: string; hits: Hit[] }[]
}

/** Whose a phrase of the automaton is, and what it does there. */
interface Owner {
  project: number
  phrase: string
  kind: Hit['kind']
  /** What its first occurrence adds towards being a candidate. */
  weight: number
  /** True where it counts only when written with a capital. */
  capital: boolean
}

const fields = ['title', 'body'] as const

/**
 * One automaton over every phrase of every project (DESIGN 4). A keyword or a competitor's name makes an item a
 * candidate; words that speak for the product, and a community that does, add up to it.
 */
export function buildFinder(projects: readonly { id: string; profile: Profile }[]): CandidateFinder {
  const { phrases, owners, ownersOf } = collect(projects)
  const vectors = projects.map(({ profile }) => profileVector(profile))
  const matcher = buildMatcher(phrases)

  // Sums per project and first occurrences per owner; a stamp says whether they belong to the item at hand.
  const sums = new Float64Array(projects.length)
  const projectStamps = new Uint32Array(projects.length)
  const ownerStamps = new Uint32Array(owners.length)
  let stamp = 0

  return {
    find(item) {
      stamp++
      const touched: number[] = []
      const found: { owner: Owner; span: Span }[] = []
      for (const field of fields) {
        const text = item[field]
        matcher.scan(text, (number, start, end) => {
          for (const index of ownersOf[number]!) {
            const owner = owners[index]!
            if (owner.capital && !startsWithCapital(text, start)) continue
            const isFirst = ownerStamps[index] !== stamp
            if (!isFirst && owner.kind === 'profile') continue
            found.push({ owner, span: { field, start, end } })
            if (!isFirst) continue
            ownerStamps[index] = stamp
            if (projectStamps[owner.project] !== stamp) {
              projectStamps[owner.project] = stamp
              sums[owner.project] = 0
              touched.push(owner.project)
            }
            sums[owner.project]! += owner.weight
          }
        })
      }
      const community = communityVector(item.subreddit)
      const open = touched.filter(
        (project) =>
          sums[project]! >= gate.threshold ||
          sums[project]! + gate.community * Math.max(0, similarity(vectors[project]!, community)) >= gate.threshold,
      )
      return open.map((project) => ({
        projectId: projects[project]!.id,
        hits: found
          .filter(({ owner }) => owner.project === project)
          .slice(0, gate.hitsMax)
          .map(toHit),
      }))
    },
  }
}

function toHit({ owner: { phrase, kind }, span }: { owner: Owner; span: Span }): Hit {
  return { phrase, kind, ...span }
}

function startsWithCapital(text: string, at: number): boolean {
  const char = text.charAt(at)
  return char !== char.toLowerCase()
}

/** Every spelling of every project's phrases once, with the owners that it has. */
function collect(projects: readonly { profile: Profile }[]) {
  const numbers = new Map<string, number>()
  const phrases: string[] = []
  const owners: Owner[] = []
  const ownersOf: number[][] = []
  const own = (spellings: readonly string[], owner: Owner) => {
    const index = owners.push(owner) - 1
    for (const spelling of spellings) {
      let number = numbers.get(spelling)
      if (number === undefined) {
        number = phrases.push(spelling) - 1
        numbers.set(spelling, number)
        ownersOf.push([])
      }
      ownersOf[number]!.push(index)
    }
  }
  for (const [project, { profile }] of projects.entries()) {
    for (const { phrase, kind, spellings, ambiguous } of profilePhrases(profile)) {
      const weight = ambiguous ? gate.ambiguous : gate.threshold
      own(spellings, { project, phrase, kind, weight, capital: ambiguous })
    }
    for (const { text, gate: weight } of profileWords(profile)) {
      own(forms(text), { project, phrase: text, kind: 'profile', weight, capital: false })
    }
  }
  return { phrases, owners, ownersOf }
}
