import { existsSync, readFileSync } from 'node:fs'
import { toProfile } from '#app/cli/profile.ts'
import type { Item, Profile } from '#engine/item.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import type { Label } from '#engine/score/component.ts'
import { openArchive } from '#features/matching/server/imports/archive.ts'
import type { HeldOutNeeds } from './ablation.ts'

export interface Product {
  id: string
  profile: Profile
  /** The labels that people gave its items, by item id. */
  labels: ReadonlyMap<string, Label>
}

export interface Judged {
  products: readonly Product[]
  /** Products in other fields, judged for training (bench/quality/judgments). */
  others: readonly Product[]
  /** By product of `products`: labels of items that weren't judged before, for training. */
  further: ReadonlyMap<string, ReadonlyMap<string, Label>>
  items: readonly SourceRecord[]
  /** The newest instant of any item, which is the `now` of every ranking. */
  now: number
}

export const folder = new URL('../../../shared/data/', import.meta.url)

/** Returns real posts and judgments, which are beside the repository but not part of it. Returns null without them. */
export async function loadJudged(): Promise<Judged | null> {
  const posts = new URL('posts.ndjson.gz', folder)
  if (!existsSync(posts)) return null
  const items: SourceRecord[] = []
  for await (const line of openArchive(posts.pathname).lines) if ('record' in line) items.push(line.record)
  return { products: readProducts(), others: readOthers(), further: readFurther(), items, now: newest(items) }
}

const ownFolder = new URL('judgments/', import.meta.url)

function readOthers(): Product[] {
  const products: { id: string }[] = readJson('products.json')
  const labels: Record<string, Record<string, Label>> = readJson('labels.json')
  return products.map((product) => ({
    id: product.id,
    profile: toProfile(product),
    labels: new Map(Object.entries(labels[product.id] ?? {})),
  }))
}

/** Returns the logits of the shipped judge from cross-validation, by product and item. */
export function heldOutNeeds(): HeldOutNeeds {
  return readJson('needs.json')
}

function readFurther(): Map<string, ReadonlyMap<string, Label>> {
  const labels: Record<string, Record<string, Label>> = readJson('unjudged.json')
  return new Map(Object.entries(labels).map(([product, byItem]) => [product, new Map(Object.entries(byItem))]))
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, ownFolder), 'utf8'))
}

function readProducts(): Product[] {
  const products: { id: string }[] = JSON.parse(readFileSync(new URL('leads/products.json', folder), 'utf8'))
  const labels: Record<string, Record<string, [Label, string]>> = JSON.parse(
    readFileSync(new URL('leads/labels.json', folder), 'utf8'),
  )
  return products.map((product) => ({
    id: product.id,
    profile: toProfile(product),
    labels: new Map(Object.entries(labels[product.id] ?? {}).map(([item, [label]]) => [item, label])),
  }))
}

function newest(items: readonly Item[]): number {
  return items.reduce((latest, item) => Math.max(latest, item.postedAt ?? 0), 0)
}
