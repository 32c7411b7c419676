import { pseudoRandom } from '#engine/pseudo-random.ts'
import type { SourceRecord } from '#engine/records/record.ts'

/** The products that posts ask for. Each may be a keyword of a project. */
export const products = [
  'crm',
  'invoice app',
  'bread oven',
  'bike saddle',
  'standing desk',
  'beehive',
  'pottery kiln',
  'rain tent',
  'sewing machine',
  'coffee grinder',
] as const

const requests = [
  'Looking for a',
  'Which',
  'Can anybody recommend a',
  'Is there a good',
  'What is the best alternative to my',
]
const chatter = ['My old', 'I finally sold the', 'Photo of my', 'A story about a']

/** Returns deliveries of posts, the same for each seed. Some ask for one or two products, most chat, a tenth recur. */
export function deliveriesOf(count: number, each: number, seed = 1): SourceRecord[][] {
  const random = pseudoRandom(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const delivered: SourceRecord[] = []
  return Array.from({ length: count }, () =>
    Array.from({ length: each }, () => {
      if (delivered.length > 0 && random() < 0.1) return pick(delivered)
      const isRequest = random() < 0.3
      const title = `${pick(isRequest ? requests : chatter)} ${pick(products)}${random() < 0.2 ? ` or a ${pick(products)}` : ''}?`
      const post = postOf(
        delivered.length,
        title,
        isRequest ? 'Happy to pay for something simple.' : 'It rained all the day.',
      )
      delivered.push(post)
      return post
    }),
  )
}

/** Old enough that no score changes during a run. */
const postedAt = Date.UTC(2024, 0, 1)

function postOf(number: number, title: string, body: string): SourceRecord {
  const id = (1_000_000 + number).toString(36)
  const unknown = { flair: null, url: null, score: null, numComments: null }
  const permalink = `/r/tools/comments/${id}/`
  const origin = { source: 'reddit', kind: 'post', subreddit: 'tools', author: `u_${number % 50}`, permalink } as const
  return { ...unknown, ...origin, id, title, body, postedAt: postedAt + number * 1000, bodyTruncated: false }
}
