import { createHash } from 'node:crypto'
import { rankAll, shipped } from './held-out.ts'
import type { Judged } from './judged.ts'

/**
 * Returns a digest of all scores, labels and reasons that the shipped weights give to the candidates of all judged
 * products. A change that only improves the speed must not change it.
 */
export function digestOf(judged: Judged): { candidates: number; digest: string } {
  const hash = createHash('sha256')
  let candidates = 0
  const products = [...judged.products, ...judged.others]
  for (const { product, items } of rankAll({ ...judged, products }, shipped)) {
    for (const { item, scored } of items) {
      candidates++
      hash.update(JSON.stringify([product.id, item.id, scored.score, scored.label, scored.components]))
    }
  }
  return { candidates, digest: hash.digest('hex') }
}
