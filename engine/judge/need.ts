import type { Item, Profile } from '../item.ts'
import type { Component } from '../score/component.ts'
import { rounded } from '../score/points.ts'

/** The texts of a product that the shipped judge reads, one after the other. */
export interface ProductTexts {
  summary: string
  keywords: string
  competitors: string
}

/** Returns what the shipped judge reads of a product. */
export function productTexts({ name, summary, keywords, competitors }: Profile): ProductTexts {
  return { summary: summary.trim() || name, keywords: keywords.join(', '), competitors: competitors.join(', ') }
}

/** The texts of a post that the shipped judge reads. */
export type PostTexts = Pick<Item, 'title' | 'body'>

/**
 * How strongly a post reads like a need for a product: the logits of the labels "at least on topic", "at least has the
 * problem", and "wants it now".
 */
export type NeedLogits = readonly [number, number, number]

/** Points per logit, fitted by cross-validation with products held out (docs/decisions/0075). */
const points = { problem: 3.15, wants: 1.89 } as const

/** What candidates get on average, so that judged ones keep their place among the others. */
const average = -9.9

/** Fewer points are not worth a line. */
const leastPoints = 0.5

/** Returns the shipped judge's part of a score; null if it is negligible. */
export function needComponent([, problem, wants]: NeedLogits): Component | null {
  const value = rounded(points.problem * problem + points.wants * wants - average)
  if (Math.abs(value) < leastPoints) return null
  const text = value > 0 ? 'Reads like a need for such a product' : "Doesn't read like a need for such a product"
  return { name: 'need', points: value, reasons: [{ kind: 'need', text, points: value, spans: [] }] }
}
