import { z } from 'zod'
import { text } from '../texts.ts'

/** A community as people write it, with `r/` or without; kept without. */
export const subreddit = z
  .string()
  .trim()
  .transform((typed) => typed.replace(/^\/?r\//i, ''))
  .pipe(z.string().regex(/^\w{2,50}$/, 'must be the name of a subreddit'))

/** A word or two that people sort by. */
export const tag = text(50)
