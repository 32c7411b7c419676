import { type NeedLogits, withNeed } from '#engine/judge/need.ts'
import { judged } from '#engine/judge/question.ts'
import { withVerdict } from '#engine/judge/with-verdict.ts'
import type { Component } from '#engine/score/component.ts'
import type { RankedItem, Ranking } from './held-out.ts'
import { type Graded, mean, type Quality, quality } from './ranking.ts'

const parts = ['fit', 'intent', 'freshness', 'engagement'] as const satisfies readonly Component['name'][]

/** Returns the quality of a ranking by its judged items. Items that the gate rejects rank last. */
export function qualityOf({ product, items }: Ranking, scoreOf: (item: RankedItem) => number = score): Quality {
  const scores = new Map(items.map((item) => [item.item.id, scoreOf(item)]))
  const graded: Graded[] = [...product.labels].map(([id, label]) => ({
    label,
    score: scores.get(id) ?? Number.NEGATIVE_INFINITY,
  }))
  return quality(graded)
}

function score({ scored }: RankedItem): number {
  return scored.score
}

/** Returns nDCG@10 and precision@10 without each component of the score, and with only that component. */
export function ablation(rankings: readonly Ranking[]): { name: string; without: Quality; alone: Quality }[] {
  return parts.map((name) => {
    const points = ({ scored }: RankedItem) => scored.components.find((part) => part.name === name)?.points ?? 0
    return {
      name,
      without: meanQuality(rankings.map((ranking) => qualityOf(ranking, (item) => score(item) - points(item)))),
      alone: meanQuality(rankings.map((ranking) => qualityOf(ranking, points))),
    }
  })
}

/** Logits of the shipped judge by product and item, from models trained without the product. */
export type HeldOutNeeds = Readonly<Record<string, Readonly<Record<string, NeedLogits>>>>

/** Returns the quality with the shipped judge on the best 30 judged candidates of each product, held out of training. */
export function withNeeds(rankings: readonly Ranking[], needs: HeldOutNeeds): Quality {
  const qualities = rankings.map((ranking) => {
    const own = needs[ranking.product.id] ?? {}
    const best = new Set(ranking.items.filter(({ label }) => label !== null).slice(0, judged.candidates))
    return qualityOf(ranking, (item) => {
      const logits = own[item.item.id]
      return best.has(item) && logits ? withNeed(item.scored.components, logits).score : score(item)
    })
  })
  return meanQuality(qualities)
}

/** Returns the quality with the verdicts of a perfect judge on the best 30 judged candidates: what the second stage can gain. */
export function withPerfectVerdicts(rankings: readonly Ranking[]): Quality {
  const qualities = rankings.map((ranking) => {
    const best = new Set(ranking.items.filter(({ label }) => label !== null).slice(0, judged.candidates))
    return qualityOf(ranking, (item) => {
      if (!best.has(item)) return score(item)
      return withVerdict(item.scored, { lead: item.label!, span: null, reason: '' }).score
    })
  })
  return meanQuality(qualities)
}

export function meanQuality(all: readonly Quality[]): Quality {
  return {
    ndcg: mean(all.map(({ ndcg }) => ndcg)),
    precision: mean(all.map(({ precision }) => precision)),
    recall: mean(all.map(({ recall }) => recall)),
  }
}
