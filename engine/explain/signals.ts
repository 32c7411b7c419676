import type { Hit } from '../candidates/candidates.ts'
import type { CompiledProfile } from '../candidates/profile.ts'
import type { Item } from '../item.ts'
import { talksAboutPrice } from '../lenses/lenses.ts'
import type { Component } from '../score/component.ts'
import { cueNumber } from '../score/cues.ts'
import { spansOf } from '../score/evidence.ts'
import { headlineOf, wantsToLeave } from './headline.ts'

/**
 * What a post can show that makes it worth finding. ask: looks for a product · leave: wants to switch · pain: describes
 * a problem · price: talks about price · wonder: asks a question · competitor: names a competitor.
 */
export const signals = ['ask', 'leave', 'pain', 'price', 'wonder', 'competitor'] as const
export type Signal = (typeof signals)[number]

/**
 * Returns the signals of a scored post: the kinds of the reasons that earned points. The wish to leave a product and the
 * name of a competitor also count by their words alone, since other reasons may outweigh them. Talk about price is no
 * reason of its own; it is the lens of that name.
 */
export function signalsOf(
  compiled: CompiledProfile,
  item: Item,
  hits: readonly Hit[],
  components: readonly Component[],
): Set<Signal> {
  const reasons = components.flatMap((component) => component.reasons)
  const kinds = new Set<string | undefined>(reasons.filter(({ points }) => points > 0).map(({ kind }) => kind))
  const leaves = () =>
    wantsToLeave(headlineOf(compiled, item, hits)) ||
    spansOf(compiled, item, hits).cueSpans[cueNumber.leave]!.some(({ field }) => isOwn(item, field))
  if (hits.some(({ kind }) => kind === 'competitor')) kinds.add('competitor')
  if (!kinds.has('leave') && leaves()) kinds.add('leave')
  if (talksAboutPrice(item)) kinds.add('price')
  return new Set(signals.filter((signal) => kinds.has(signal)))
}

/** The title above a comment is another user's. */
function isOwn({ kind }: Item, field: string): boolean {
  return kind === 'post' || field === 'body'
}
