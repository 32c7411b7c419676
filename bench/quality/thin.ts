import type { Profile } from '#engine/item.ts'
import { meanQuality, qualityOf } from './ablation.ts'
import { type HeadsFor, rankAll } from './held-out.ts'
import type { Judged } from './judged.ts'
import type { Quality } from './ranking.ts'

/** Incomplete profiles, as users in a hurry leave them, made from complete ones. */
const cuts: readonly { name: string; cut(profile: Profile): Profile }[] = [
  { name: 'no competitors', cut: (profile) => ({ ...profile, competitors: [] }) },
  {
    name: 'one keyword, half a summary sentence',
    cut: (profile) => ({ ...oneKeyword(profile), summary: profile.summary.split(/[:.,;]/)[0]! }),
  },
  { name: 'one keyword, no summary', cut: (profile) => ({ ...oneKeyword(profile), summary: '' }) },
]

function oneKeyword(profile: Profile): Profile {
  return { ...profile, keywords: profile.keywords.slice(0, 1), competitors: [] }
}

/** Returns the quality for judged products with incomplete profiles, each by weights trained without it. */
export function thinProfiles(judged: Judged, headsFor: HeadsFor): { name: string; quality: Quality }[] {
  return cuts.map(({ name, cut }) => {
    const products = judged.products.map((product) => ({ ...product, profile: cut(product.profile) }))
    const rankings = rankAll({ ...judged, products }, headsFor)
    return { name, quality: meanQuality(rankings.map((ranking) => qualityOf(ranking))) }
  })
}
