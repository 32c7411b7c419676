import type { SourceRecord } from '../../records/record.ts'
import { type ProductNames, promotionIn, replyReader } from './reply-reading.ts'

/**
 * Returns a function that tells whether a post or comment promotes a product: whether it names it or links to its site.
 * The rule check counts a reply by the same reading. Build it once per product.
 */
export function promotionReader(
  product: ProductNames,
): (item: Pick<SourceRecord, 'kind' | 'title' | 'body' | 'url'>) => boolean {
  const read = replyReader(product, { disclosure: '', bannedClaims: [] })
  return ({ kind, title, body, url }) => {
    // The title of a comment is that of its thread, which somebody else wrote.
    const written = kind === 'post' ? [title, body, url ?? ''] : [body]
    return promotionIn(read(written.join('\n'))).length > 0
  }
}
