import { and, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { instantOf, type Query, type TextField, textFields, type Wording } from '#engine/query/query.ts'
import { post } from '#features/posts/server/index.ts'
import { unusualText } from './unusual-text.ts'

export interface QueryTerms {
  /** Milliseconds since 1970. */
  now: number
  /** Returns the forms of a word to search for; by default only the word itself. */
  spellings?: ((wording: string) => readonly string[]) | undefined
}

/**
 * Returns a condition on `post` that every match of a query meets. Other posts may meet it too, since SQL can't split
 * words like the engine (searchPosts lets the engine decide). Names, times and scores are exact; words are substrings
 * that a trigram index can find. Returns undefined if any post may match.
 */
export function conditionOf(query: Query, terms: QueryTerms): SQL | undefined {
  return new Compiler(terms).condition(query, false)
}

/** Returns the same condition without the words: what it says of names, times and scores, all of it exact. */
export function factsOf(query: Query, terms: Pick<QueryTerms, 'now'>): SQL | undefined {
  return new Compiler(terms, false).condition(query, false)
}

class Compiler {
  private readonly now: number
  private readonly spellings: (wording: string) => readonly string[]

  private readonly readsWords: boolean

  constructor({ now, spellings = (wording) => [wording] }: QueryTerms, readsWords = true) {
    this.now = now
    this.readsWords = readsWords
    this.spellings = spellings
  }

  /** Pushes NOT down to the parts: SQL can't check negated words, but it can negate everything else. */
  condition(query: Query, isNegated: boolean): SQL | undefined {
    switch (query.kind) {
      case 'all':
      case 'any': {
        const parts = query.of.map((part) => this.condition(part, isNegated))
        return (query.kind === 'all') === isNegated ? anyOf(parts) : and(...parts)
      }
      case 'not':
        return this.condition(query.of, !isNegated)
      case 'term':
        return isNegated ? undefined : this.contains(query, query.field)
      case 'near': {
        if (isNegated) return undefined
        const side = (alternatives: readonly Wording[]) =>
          anyOf(alternatives.map((words) => this.contains(words, query.field)))
        return and(side(query.left), side(query.right))
      }
      case 'name': {
        if (query.field === 'lang') return undefined
        const column = { subreddit: post.subreddit, author: post.author, type: post.kind }[query.field]
        // Names are ASCII, so only ASCII letters are compared without case, whatever the database's locale.
        return truth(sql`lower(${column} collate "C") = ${query.value}`, isNegated)
      }
      case 'time': {
        const instant = sql`${new Date(instantOf(query.at, this.now)).toISOString()}::timestamptz`
        const test = query.field === 'after' ? sql`${post.postedAt} >= ${instant}` : sql`${post.postedAt} < ${instant}`
        return truth(test, isNegated)
      }
      case 'score': {
        const sign = sql.raw(query.operator === ':' ? '=' : query.operator)
        return truth(sql`${post.score} ${sign} ${query.value}::bigint`, isNegated)
      }
    }
  }

  private contains({ text, prefix }: Wording, field: TextField | null): SQL | undefined {
    if (!this.readsWords) return undefined
    const columns = (field === null ? textFields : [field]).map((name) => post[name])
    const spellings = (prefix ? [text] : this.spellings(text)).map(fragmentsOf)
    if (spellings.some((fragments) => fragments.length === 0)) return undefined
    return or(
      ...spellings.flatMap((fragments) =>
        columns.map((column) => and(...fragments.map((part) => hasFragment(column, part)))),
      ),
      ...columns.map((column) => unusualText(column)),
    )
  }
}

/** If any part has no condition, every post may match, so the alternatives have none. */
function anyOf(parts: readonly (SQL | undefined)[]): SQL | undefined {
  return parts.every((part) => part !== undefined) ? or(...parts) : undefined
}

/** Unknown values never match a filter and always match its negation. */
function truth(test: SQL, isNegated: boolean): SQL {
  return isNegated ? sql`(${test}) is not true` : sql`(${test}) is true`
}

function hasFragment(column: PgColumn, fragment: string): SQL {
  return sql`${column} collate "C" ilike ${`%${fragment.replace(/[\\%_]/g, '\\$&')}%`}`
}

const fragmentsMost = 3

/**
 * Returns substrings that every text with the words contains, unless the text is unusual: the longest runs of
 * characters without typographic variants. Quotes, for example, have variants and are left out.
 */
function fragmentsOf(text: string): string[] {
  const runs = new Set(text.toLowerCase().match(/[a-z0-9+#&@$%]{2,}/g))
  return [...runs].sort((a, b) => b.length - a.length).slice(0, fragmentsMost)
}
