import type { Span } from '@earshot/contract/entities'
import type { Item, Profile } from './item.ts'
import { buildMatcher } from './match.ts'
import { normalForm } from './text.ts'

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

interface Owner {
  project: number
  phrase: string
  kind: Hit['kind']
}

/** One automaton over every phrase of every project (DESIGN 4). */
export function buildFinder(projects: readonly { id: string; profile: Profile }[]): CandidateFinder {
  const numbers = new Map<string, number>()
  const forms: string[] = []
  const owners: Owner[][] = []
  const own = (text: string, owner: Owner) => {
    const form = normalForm(text)
    let number = numbers.get(form)
    if (number === undefined) {
      number = forms.push(form) - 1
      numbers.set(form, number)
      owners.push([])
    }
    owners[number]!.push(owner)
  }
  for (const [project, { profile }] of projects.entries()) {
    for (const phrase of profile.keywords) own(phrase, { project, phrase, kind: 'keyword' })
    for (const phrase of profile.competitors) own(phrase, { project, phrase, kind: 'competitor' })
  }
  const matcher = buildMatcher(forms)
  return {
    find(item) {
      const found = new Map<number, Hit[]>()
      for (const field of ['title', 'body'] as const) {
        matcher.scan(item[field], (number, start, end) => {
          for (const { project, phrase, kind } of owners[number]!) {
            const hits = found.get(project)
            if (hits) hits.push({ phrase, kind, field, start, end })
            else found.set(project, [{ phrase, kind, field, start, end }])
          }
        })
      }
      return [...found].map(([project, hits]) => ({ projectId: projects[project]!.id, hits }))
    },
  }
}
