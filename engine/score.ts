import type { Component, Label } from '@earshot/contract/entities'
import type { Hit } from './candidates.ts'
import { freshnessComponent, freshnessOf, rounded, totalOf } from './freshness.ts'
import type { Item, Profile } from './item.ts'

/** A profile made ready for scoring; build it once per project and version. */
export interface CompiledProfile {
  readonly profile: Profile
}

export interface Scored {
  /** Sum of the components' points: about 0 to 100, never NaN, below 0 only for advertising and the like. */
  score: number
  label: Label
  components: Component[]
}

export function compileProfile(profile: Profile): CompiledProfile {
  return { profile }
}

/** Judges one candidate with the hits that made it one. Depends on nothing but its arguments. */
export function scoreItem(_compiled: CompiledProfile, item: Item, hits: readonly Hit[], now: number): Scored {
  const distinct = new Map<string, Hit[]>()
  for (const hit of hits) distinct.set(hit.phrase, [...(distinct.get(hit.phrase) ?? []), hit])
  const fit: Component = {
    name: 'fit',
    points: Math.min(45, distinct.size * 15),
    reasons: [...distinct].map(([phrase, spans]) => ({
      text: `Mentions “${phrase}”`,
      points: rounded(Math.min(45, distinct.size * 15) / distinct.size),
      spans: spans.map(({ field, start, end }) => ({ field, start, end })),
    })),
  }
  const asks = item.title.includes('?')
  const intent: Component = {
    name: 'intent',
    points: asks ? 15 : 0,
    reasons: asks
      ? [
          {
            text: 'Asks a question',
            points: 15,
            spans: [{ field: 'title', start: item.title.indexOf('?'), end: item.title.indexOf('?') + 1 }],
          },
        ]
      : [],
  }
  const engagement: Component = { name: 'engagement', points: 0, reasons: [] }
  const components = [fit, intent, freshnessComponent(freshnessOf(item.postedAt, now)), engagement]
  return { score: totalOf(components), label: asks && distinct.size > 1 ? 2 : 1, components }
}
