import type { Profile } from '#engine/item.ts'
import { meanQuality, qualityOf } from './ablation.ts'
import type { Judged } from './judged.ts'
import { type HeadsFor, rankAll } from './left-out.ts'
import type { Quality } from './ranking.ts'

/** Profiles as people who are in a hurry leave them, made from whole ones. */
const cuts: readonly { name: string; cut(profile: Profile): Profile }[] = [
  { name: 'no competitor', cut: (profile) => ({ ...profile, competitors: [] }) },
  {
    name: 'one keyword and half a sentence',
    cut: (profile) => ({ ...oneKeyword(profile), summary: profile.summary.split(/[:.,;]/)[0]! }),
  },
  { name: 'one keyword', cut: (profile) => ({ ...oneKeyword(profile), summary: '' }) },
]

function oneKeyword(profile: Profile): Profile {
  return { ...profile, keywords: profile.keywords.slice(0, 1), competitors: [] }
}

/** What the judged products come to when their owners say little, each by weights that have not seen it. */
export function thinProfiles(judged: Judged, headsFor: HeadsFor): { name: string; quality: Quality }[] {
  return cuts.map(({ name, cut }) => {
    const products = judged.products.map((product) => ({ ...product, profile: cut(product.profile) }))
    const rankings = rankAll({ ...judged, products }, headsFor)
    return { name, quality: meanQuality(rankings.map((ranking) => qualityOf(ranking))) }
  })
}
