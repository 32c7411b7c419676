import type { NeedLogits } from '#engine/judge/need.ts'
import { judged } from '#engine/judge/question.ts'
import { type Judgments, withJudgments } from '#engine/judge/with-judgments.ts'
import type { Component } from '#engine/score/component.ts'
import { totalOf } from '#engine/score/points.ts'
import type { RankedItem, Ranking } from './held-out.ts'
import { type Graded, mean, type Quality, quality } from './ranking.ts'

const parts = ['fit', 'intent'] as const satisfies readonly Component['name'][]

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

/** Returns the points of an item with the answers of judges; they order like scores, but are not rounded to percents. */
function points({ scored }: RankedItem, answers: Partial<Judgments> = {}): number {
  return totalOf(withJudgments(scored, { need: null, verdict: null, ...answers }).components)
}

/** Returns nDCG@10 and precision@10 by each component alone. */
export function ablation(rankings: readonly Ranking[]): { name: string; alone: Quality }[] {
  return parts.map((name) => {
    const points = ({ scored }: RankedItem) => scored.components.find((part) => part.name === name)?.points ?? 0
    return { name, alone: meanQuality(rankings.map((ranking) => qualityOf(ranking, points))) }
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
      return best.has(item) && logits ? points(item, { need: logits }) : points(item)
    })
  })
  return meanQuality(qualities)
}

/** Returns the quality with the verdicts of a perfect judge on the best 30 judged candidates: what the second stage can gain. */
export function withPerfectVerdicts(rankings: readonly Ranking[]): Quality {
  const qualities = rankings.map((ranking) => {
    const best = new Set(ranking.items.filter(({ label }) => label !== null).slice(0, judged.candidates))
    return qualityOf(ranking, (item) => {
      if (!best.has(item)) return points(item)
      return points(item, { verdict: { lead: item.label!, span: null, reason: '' } })
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
