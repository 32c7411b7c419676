import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { buildFinder } from '#engine/candidates/candidates.ts'
import type { Item, Profile } from '#engine/item.ts'
import { compileProfile, scoreItem } from '#engine/score/score.ts'
import { profileFromPages } from '#engine/website/profile-from-pages.ts'
import { community } from './community.ts'
import { sampleBusinesses } from './sample-businesses.ts'
import type { PostEvent } from './types.ts'

const websites = resolve(import.meta.dirname, '../websites')
const firstDays = [20_780, 20_820]

/** The posts of three days, for each of the first days. */
const threeDays = firstDays.map((first, at) => {
  const { happenings } = community(`first start ${at}`)
  const all = [0, 1, 2].flatMap((later) => happenings(first + later))
  return all.flatMap((happening) => (happening.type === 'post' ? [happening] : []))
})

/**
 * The minimum share of leads per business. Fenlight's is lower, because other talk of dentists matches its profile too.
 */
const atLeast = { 'paperfinch.example': 0.7, 'moorandkettle.example': 0.7, 'fenlight.example': 0.4 }

test.each(sampleBusinesses)('most of the first ten posts that a new $host sees are leads', ({ host, kind }) => {
  const profile = profileOf(host)
  const finder = buildFinder([{ id: '', profile }])
  const compiled = compileProfile(profile)
  const shares = threeDays.map((posts) => {
    const scored = posts.flatMap((post) => {
      const [found] = finder.find(itemOf(post))
      return found ? [{ post, score: scoreItem(compiled, itemOf(post), found.hits).score }] : []
    })
    const first = scored.toSorted((a, b) => b.score - a.score).slice(0, 10)
    return first.filter(({ post: { truth } }) => isLead(truth.kind) && truth.product === kind).length / 10
  })
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(atLeast[host])
})

function isLead(kind: string): boolean {
  return ['ask', 'comparison', 'complaint'].includes(kind)
}

/** Returns the profile that set-up reads from a website. */
function profileOf(host: string): Profile {
  const files = readdirSync(join(websites, host)).toSorted((a) => (a === 'index.html' ? -1 : 1))
  const pages = files.map((file) => ({
    url: `https://${host}/${file === 'index.html' ? '' : file.replace('.html', '')}`,
    html: readFileSync(join(websites, host, file), 'utf8'),
  }))
  const { name, summary, keywords, competitors } = profileFromPages(pages)
  const texts = (proposals: readonly { text: string }[]) => proposals.map(({ text }) => text)
  return {
    name: name?.text ?? host,
    website: host,
    summary: summary?.text ?? '',
    keywords: texts(keywords),
    competitors: texts(competitors),
  }
}

function itemOf({ key, title, body, subreddit, author, at, votes, flair }: PostEvent): Item {
  const fields = { id: key, kind: 'post', title, body, subreddit, author } as const
  return { ...fields, flair: flair ?? null, score: votes, numComments: 3, postedAt: at }
}
