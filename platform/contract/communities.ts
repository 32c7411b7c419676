import { z } from 'zod'
import { text } from './texts.ts'

/** A community as people write it, with `r/` or without; kept without. */
export const subreddit = z
  .string()
  .trim()
  .transform((typed) => typed.replace(/^\/?r\//i, ''))
  .pipe(z.string().regex(/^\w{2,50}$/, 'must be a subreddit name'))

/**
 * A community that a project listens to, as people name it: `r/Baking`, its address, or the name alone. Kept as the name in
 * lower case, since Reddit tells no two of them apart by case.
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

/** No more than what is listened to for one project; each of them once. */
export const communities = z
  .array(community)
  .max(50)
  .transform((names) => [...new Set(names)])

/** A word or two that people sort by. */
export const tag = text(50)

/** A word, a phrase, or a query (docs/decisions/0021). */
export const query = text(500)
export const competitorName = text(100)
