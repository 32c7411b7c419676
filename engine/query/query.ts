/**
 * What a query asks for, however it was written (docs/decisions/0021). `all` and `any` have two parts
 * or more, none of them of their own kind; `not` has no `not` in it.
 */
export type Query = { kind: 'all' | 'any'; of: readonly Query[] } | { kind: 'not'; of: Query } | Term | Near | Filter

/** Words that stand together as the matcher reads them, in normal form; with `prefix` the last may go on. */
export interface Wording {
  text: string
  prefix: boolean
}

/** Words looked for in one field, or in title and body where it is null. */
export interface Term extends Wording {
  kind: 'term'
  field: TextField | null
}

/** One wording of each side stands in the same field with at most `within` words between them, in either order. */
export interface Near {
  kind: 'near'
  within: number
  left: readonly Wording[]
  right: readonly Wording[]
  field: TextField | null
}

/** What is asked of an item beside its words. Names are in lower case; instants are UTC. */
export type Filter =
  | { kind: 'name'; field: NameField; value: string }
  | { kind: 'time'; field: TimeField; at: TimeValue }
  | { kind: 'score'; operator: ScoreOperator; value: number }

/** The start of a day, or so long before now. */
export type TimeValue = { date: string } | { ago: number; unit: keyof typeof unitHours }

export const unitHours = { h: 1, d: 24, w: 168 } as const
export const scoreOperators = ['>', '>=', '<', '<=', ':'] as const
export const textFields = ['title', 'body'] as const
const nameFields = ['subreddit', 'author', 'type', 'lang'] as const
const timeFields = ['after', 'before'] as const
export const queryFields = [...textFields, ...nameFields, ...timeFields, 'score'] as const

export type ScoreOperator = (typeof scoreOperators)[number]
export type TextField = (typeof textFields)[number]
export type NameField = (typeof nameFields)[number]
export type TimeField = (typeof timeFields)[number]
export type QueryField = (typeof queryFields)[number]

/** Issue 4.5. Characters are UTF-16 units as typed; a term is a word, a phrase or a filter; depth is that of parentheses. */
export const queryBounds = { characters: 500, terms: 50, depth: 10, near: 100, prefix: 3 } as const

/** The instant that a moment means, in milliseconds since 1970. */
export function instantOf(at: TimeValue, now: number): number {
  return 'date' in at ? Date.parse(at.date) : now - at.ago * unitHours[at.unit] * 3_600_000
}

export function isTextField(field: QueryField): field is TextField {
  return textFields.some((name) => name === field)
}
