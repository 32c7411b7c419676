import { nearest } from './nearest.ts'
import { type QueryField, queryFields } from './query.ts'

/** Names that other search boxes use. */
const otherNames: Record<string, QueryField> = {
  text: 'body',
  content: 'body',
  selftext: 'body',
  subject: 'title',
  headline: 'title',
  sub: 'subreddit',
  r: 'subreddit',
  community: 'subreddit',
  in: 'subreddit',
  u: 'author',
  user: 'author',
  from: 'author',
  by: 'author',
  kind: 'type',
  is: 'type',
  language: 'lang',
  since: 'after',
  date: 'after',
  newer: 'after',
  until: 'before',
  older: 'before',
  votes: 'score',
  upvotes: 'score',
  points: 'score',
  ups: 'score',
}

export function isQueryField(name: string): name is QueryField {
  return queryFields.some((field) => field === name)
}

/** Returns the field that another name probably means, or null. */
export function fieldMeant(name: string): QueryField | null {
  const lower = name.toLowerCase()
  return (
    (Object.hasOwn(otherNames, lower) ? otherNames[lower]! : null) ??
    (lower.length > 2 ? nearest(lower, queryFields) : null)
  )
}
