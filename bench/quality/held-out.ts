import { buildFinder, type Hit } from '#engine/candidates/candidates.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import type { Label } from '#engine/score/component.ts'
import { type Heads, shippedHeads } from '#engine/score/heads.ts'
import { type CompiledProfile, compileProfile, type Scored, scoreItem } from '#engine/score/score.ts'
import type { Judged, Product } from './judged.ts'
import { readRows, trainWithout } from './training.ts'

/** A candidate of a product with its score. */
export interface RankedItem {
  item: SourceRecord
  scored: Scored
  /** The label in the shared data; null if not judged. */
  label: Label | null
}

/** The ranking of the whole file for one product. */
export interface Ranking {
  product: Product
  compiled: CompiledProfile
  /** Its candidates, best first, and the hits that made them candidates. */
  items: readonly RankedItem[]
  hits: ReadonlyMap<string, readonly Hit[]>
}

/** The weights to judge a product with: trained on other products only, or shipped. */
export type HeadsFor = (product: string) => Heads

/** Returns weights trained without a product, by the program that makes the shipped ones. */
export function heldOutHeads(judged: Judged): HeadsFor {
  const rows = readRows(judged)
  return (product) => trainWithout(rows, product)
}

export const shipped: HeadsFor = () => shippedHeads

export function rankAll({ products, items }: Judged, headsFor: HeadsFor): Ranking[] {
  const finder = buildFinder(products)
  const found = new Map(products.map(({ id }) => [id, new Map<SourceRecord, Hit[]>()]))
  for (const item of items) for (const { projectId, hits } of finder.find(item)) found.get(projectId)!.set(item, hits)
  return products.map((product) => {
    const compiled = compileProfile(product.profile)
    const heads = headsFor(product.id)
    const own = [...found.get(product.id)!]
    const ranked = own.map(([item, hits]) => ({
      item,
      scored: scoreItem(compiled, item, hits, heads),
      label: product.labels.get(item.id) ?? null,
    }))
    ranked.sort((a, b) => b.scored.score - a.scored.score)
    return { product, compiled, items: ranked, hits: new Map(own.map(([item, hits]) => [item.id, hits])) }
  })
}
