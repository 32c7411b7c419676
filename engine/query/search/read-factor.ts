import type { Query } from '../query.ts'
import { isEverydayWord } from './terms.ts'

/** How many posts with the terms of a query to read for each one needed: if most of them match, about half, or some. */
const [most, half, some] = [1.2, 2, 4]

/**
 * Returns how many posts with the terms of a query (indexTermsOf) to read for each one needed: a score, the order of
 * words, and everyday words aren't among the terms, so that the query refuses many of these posts.
 */
export function readFactor(query: Query): number {
  switch (query.kind) {
    case 'all':
      return Math.max(...query.of.map(readFactor))
    case 'any':
      return Math.min(...query.of.map(readFactor))
    case 'near':
    case 'score':
      return some
    case 'term':
      return /^[a-z0-9]+$/.test(query.text) && !isEverydayWord(query.text) ? most : some
    case 'not':
      return query.of.kind === 'term' && isEverydayWord(query.of.text) ? half : most
    default:
      return most
  }
}
