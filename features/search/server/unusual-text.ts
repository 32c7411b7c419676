import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Characters beyond ASCII that the engine never reads as ASCII letters, digits or one of + # & @ $ %, and never skips:
 * common letters, punctuation and emoji. unusual-text.test.ts checks each with the engine.
 */
const usual: readonly (readonly [first: number, last: number])[] = [
  [0x0001, 0x007f],
  [0x00a0, 0x00a9],
  [0x00ab, 0x00ac],
  [0x00ae, 0x00b1],
  [0x00b4, 0x00b8],
  [0x00bb, 0x00bb],
  [0x00bf, 0x00de],
  [0x00e0, 0x012f],
  [0x0134, 0x013e],
  [0x0141, 0x0148],
  [0x014a, 0x017e],
  [0x0370, 0x0482],
  [0x048a, 0x052f],
  [0x2000, 0x200a],
  [0x2010, 0x2029],
  [0x202f, 0x205f],
  [0x20a0, 0x20a7],
  [0x20a9, 0x20cf],
  [0x2122, 0x2122],
  [0x2190, 0x23ff],
  [0x2500, 0x27bf],
  [0x3000, 0x3029],
  [0x3030, 0x3098],
  [0x309b, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0x1f300, 0x1faff],
]

/** Matches texts with any other character: full width, ligatures, invisible ones, letters with combining marks. */
export const unusualPattern = `[^${usual.map((range) => range.map((code) => String.fromCodePoint(code)).join('-')).join('')}]`

/** Returns the condition for a column that may have words in another form, which a partial index can cover. */
export function unusualText(column: PgColumn): SQL {
  return sql`${column} collate "C" ~ ${sql.raw(`'${unusualPattern}'`)}`
}
