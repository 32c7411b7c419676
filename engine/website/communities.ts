import { profileVector } from '../candidates/profile.ts'
import type { Profile } from '../item.ts'
import { communityVector } from '../reddit/community.ts'
import { similarity } from '../text/words.ts'
import { communityNames } from './community-names.ts'
import { pathOf, type Website } from './pages/statements.ts'
import type { Proposal } from './profile.ts'

const communitiesMost = 6
/** The minimum closeness of a name to the product's words, also as a share of the best name's closeness. */
const closest = 0.2
const shareOfBest = 0.33

/** Returns communities that the website links to, then those with names closest to the product's topic. */
export function communitiesOf({ pages }: Website, profile: Profile): Proposal[] {
  const found: Proposal[] = []
  const seen = new Set<string>()
  const add = (proposal: Proposal) => {
    const key = proposal.text.toLowerCase()
    if (!seen.has(key)) found.push(proposal)
    seen.add(key)
  }
  for (const page of pages) {
    for (const { href } of page.links) {
      const name = /^https?:\/\/(?:www\.|old\.|new\.)?reddit\.com\/r\/(\w{2,21})(?:[/?#]|$)/i.exec(href)?.[1]
      if (name) add({ text: name, origin: 'link', page: pathOf(page.url) })
    }
  }
  const vector = profileVector(profile)
  const close = communityNames
    .map((name) => ({ name, closeness: similarity(vector, communityVector(name)) }))
    .sort((a, b) => b.closeness - a.closeness)
    .filter(({ closeness }, _, [best]) => closeness >= Math.max(closest, best!.closeness * shareOfBest))
  for (const { name } of close) add({ text: name, origin: 'community', page: null })
  return found.slice(0, communitiesMost)
}
