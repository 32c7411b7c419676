import { z } from 'zod'
import { text } from './texts.ts'

/** The name of a community, with or without `r/`; stored without. */
export const subreddit = z
  .string()
  .trim()
  .transform((typed) => typed.replace(/^\/?r\//i, ''))
  .pipe(z.string().regex(/^\w{2,50}$/, 'must be a subreddit name'))

/**
 * A community that a project follows, written as `r/Baking`, as its address, or as the name alone. Stored as the name
 * in lower case, because Reddit ignores case.
 */
export const community = z
  .string()
  .trim()
  .max(300)
  .toLowerCase()
  .transform((typed) =>
    typed.replace(/^(https?:\/\/)?(\w+\.)?reddit\.com(?=\/)/, '').replace(/^\/?r\/([^/?#]*).*$/, '$1'),
  )
  .pipe(z.string().regex(/^[a-z0-9]\w{1,20}$/, 'must be a community name'))

/** The communities of a project, without repetitions, up to the maximum. */
export const communities = z
  .array(community)
  .max(50)
  .transform((names) => [...new Set(names)])

/** A short label to sort by. */
export const tag = text(50)

/** A word, a phrase or a query (docs/decisions/0021). */
export const query = text(500)
export const competitorName = text(100)
