import { canonicalForm } from '#engine/query/canonical.ts'
import type { Query, TimeValue } from '#engine/query/query.ts'
import type { SearchKind } from '../view.ts'

/** A query as the form shows it: words are as they are typed in a query, without quotes. */
export interface Draft {
  /** Each of these, one of those, and none of these. A star ends a word that may continue. */
  all: readonly string[]
  any: readonly string[]
  none: readonly string[]
  /** In any of these communities, without `r/`. */
  subreddits: readonly string[]
  author: string
  kind: SearchKind | null
  /** A date, or a time before now such as `7d`. */
  after: string
  before: string
  minScore: string
}

export const emptyDraft: Draft = {
  ...{ all: [], any: [], none: [], subreddits: [] },
  ...{ author: '', kind: null, after: '', before: '', minScore: '' },
}

/** Returns the query of a form. */
export function queryOfDraft(draft: Draft): string {
  const { all, any, none, subreddits, author, kind, after, before, minScore } = draft
  const parts = [
    ...all.map(written),
    eitherOf(any.map(written)),
    ...none.map((word) => `-${written(word)}`),
    eitherOf(subreddits.map((name) => `subreddit:${name.trim().replace(/^\/?r\//i, '')}`)),
    author.trim() && `author:${author.trim().replace(/^\/?u\//i, '')}`,
    kind && `type:${kind}`,
    after.trim() && `after:${after.trim()}`,
    before.trim() && `before:${before.trim()}`,
    minScore.trim() && `score>=${minScore.trim()}`,
  ]
  return parts.filter(Boolean).join(' ')
}

function eitherOf(parts: readonly string[]): string {
  return parts.length > 1 ? `(${parts.join(' OR ')})` : (parts[0] ?? '')
}

function written(word: string): string {
  const text = word.replace(/\*$/, '')
  return canonicalForm({ kind: 'term', text, prefix: text !== word, field: null })
}

/** Returns the form of a query, or null if the form can't show all of it. */
export function draftOfQuery(query: Query): Draft | null {
  let draft: Draft | null = emptyDraft
  for (const part of query.kind === 'all' ? query.of : [query]) draft = draft && withPart(draft, part)
  return draft
}

function withPart(draft: Draft, part: Query): Draft | null {
  switch (part.kind) {
    case 'term':
      return withWords(draft, 'all', [part])
    case 'any':
      return (draft.any.length === 0 ? withWords(draft, 'any', part.of) : null) ?? withSubreddits(draft, part.of)
    case 'not':
      return withWords(draft, 'none', part.of.kind === 'any' ? part.of.of : [part.of])
    case 'name':
      if (part.field === 'subreddit') return withSubreddits(draft, [part])
      if (part.field === 'author' && draft.author === '') return { ...draft, author: part.value }
      if (part.field === 'type' && draft.kind === null)
        return { ...draft, kind: part.value === 'post' ? 'post' : 'comment' }
      return null
    case 'time':
      return draft[part.field] === '' ? { ...draft, [part.field]: timeText(part.at) } : null
    case 'score':
      return part.operator === '>=' && draft.minScore === '' ? { ...draft, minScore: String(part.value) } : null
    default:
      return null
  }
}

function withWords(draft: Draft, list: 'all' | 'any' | 'none', parts: readonly Query[]): Draft | null {
  const words = parts.flatMap((part) =>
    part.kind === 'term' && part.field === null ? [part.prefix ? `${part.text}*` : part.text] : [],
  )
  return words.length === parts.length ? { ...draft, [list]: [...draft[list], ...words] } : null
}

function withSubreddits(draft: Draft, parts: readonly Query[]): Draft | null {
  const names = parts.flatMap((part) => (part.kind === 'name' && part.field === 'subreddit' ? [part.value] : []))
  return names.length === parts.length && draft.subreddits.length === 0 ? { ...draft, subreddits: names } : null
}

function timeText(at: TimeValue): string {
  return 'date' in at ? at.date : `${at.ago}${at.unit}`
}
