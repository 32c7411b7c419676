import type { Query, Wording } from './query.ts'

/**
 * Returns wordings of which every match contains one, as few and as long as the query allows. Returns null if an item
 * can match without a whole word (a filter, a prefix, an exclusion). A phrase automaton needs to know only these.
 */
export function anchorsOf(query: Query): readonly string[] | null {
  switch (query.kind) {
    case 'term':
      return fromAny([query])
    case 'near':
      return better(fromAny(query.left), fromAny(query.right))
    case 'all':
      return query.of.map(anchorsOf).reduce(better)
    case 'any': {
      const parts = query.of.map(anchorsOf)
      return parts.every((part) => part !== null) ? parts.flat() : null
    }
    default:
      return null
  }
}

function fromAny(wordings: readonly Wording[]): readonly string[] | null {
  return wordings.some(({ prefix }) => prefix) ? null : wordings.map(({ text }) => text)
}

type Anchors = readonly string[] | null

function better(a: Anchors, b: Anchors): Anchors {
  if (a === null || b === null) return a ?? b
  if (a.length !== b.length) return a.length < b.length ? a : b
  return shortest(a) >= shortest(b) ? a : b
}

function shortest(wordings: readonly string[]): number {
  return Math.min(...wordings.map((text) => text.length))
}

/** Returns whether a query requires something, rather than only excluding. */
export function hasPositiveTerm(query: Query): boolean {
  if (query.kind === 'all') return query.of.some(hasPositiveTerm)
  if (query.kind === 'any') return query.of.every(hasPositiveTerm)
  return query.kind !== 'not'
}
