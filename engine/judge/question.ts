import { wordingsOf } from '../candidates/common-keywords.ts'
import type { Item, Profile } from '../item.ts'

/** How many of a project's best candidates are judged, and how many posts one question has. */
export const judged = { candidates: 30, postsPerQuestion: 10 } as const

/** In UTF-16 units: what is sent of each text; and how many keywords and competitors. */
const most = { summary: 4_000, brief: 4_000, title: 400, body: 3_000, name: 100, names: 50 } as const

/** The question to a judge, as it is sent: the product, and posts with their ids. */
export interface JudgeQuestion {
  product: {
    name: string
    summary: string
    keywords: string[]
    competitors: string[]
    /** The owner's words on which posts are leads, and which are none; missing where there are none. */
    intentBrief?: string
    noiseBrief?: string
  }
  posts: { id: string; title: string; body: string; subreddit: string; postedAt: string | null }[]
}

/** Returns the question whether these items are leads for a product. Long texts are cut. */
export function judgeQuestion(profile: Profile, items: readonly Item[]): JudgeQuestion {
  const { name, summary, competitors, intentBrief, noiseBrief } = profile
  return {
    product: {
      name: cut(name, most.name),
      summary: cut(summary, most.summary),
      keywords: namesOf(wordingsOf(profile)),
      competitors: namesOf(competitors),
      ...(intentBrief && { intentBrief: cut(intentBrief, most.brief) }),
      ...(noiseBrief && { noiseBrief: cut(noiseBrief, most.brief) }),
    },
    posts: items.map(({ id, title, body, subreddit, postedAt }) => ({
      id,
      title: cut(title, most.title),
      body: cut(body, most.body),
      subreddit,
      postedAt: postedAt === null ? null : new Date(postedAt).toISOString(),
    })),
  }
}

function namesOf(names: readonly string[]): string[] {
  return [...new Set(names)].slice(0, most.names).map((each) => cut(each, most.name))
}

/** Control characters become spaces: as JSON, each would take six characters. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .toWellFormed()
}
