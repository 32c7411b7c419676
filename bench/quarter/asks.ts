import { askerNamed, subreddit } from '#tests/quarter/community.ts'
import { type Outside, tokenOf } from '#tests/quarter/outside.ts'
import { type Product, products } from './teams.ts'

/** A post by somebody who asks for a product, and what became of it. */
export interface Ask {
  token: string
  author: string
  product: Product
  /** Its name on Reddit. */
  name: string
  /** When it is deleted there; null: never. */
  deletedAt: number | null
  isDeleted: boolean
}

const titles = [
  'Looking for a {product} for our {firm} ({token}), what do you recommend?',
  'Can anybody recommend a {product} for our {firm} ({token})?',
  'Which {product} do you recommend for a {firm} ({token})?',
  'We need a {product} for our {firm} ({token}), any recommendations?',
  'Is there a good {product} for a {firm} ({token})?',
]
/**
 * Short, because longer texts that resemble each other count as copies (docs/decisions/0025); it invites messages (0117);
 * and each wish is clear, because whether a post is barely a lead depends on the other keywords of a project.
 */
const body = 'Happy to pay, DMs welcome.'
const firms = ['bakery', 'law office', 'nursery', 'brewery', 'tannery', 'barber shop', 'pottery', 'winery']
const dayMs = 86_400_000
const meanDeletion = 4 * dayMs

/** The share of asks that are deleted upstream, and of people who react to a message. */
const shares = { deleted: 0.25, answers: 0.25, stops: 0.1, blocks: 0.05 }

/** Posts an ask now. Three of four are about the product that two projects look for. */
export async function postAsk(outside: Outside, number: number, random: () => number): Promise<Ask> {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const product = products[random() < 0.75 ? 0 : 1]
  const token = tokenOf(number)
  const author = askerNamed(number)
  const words: Record<string, string> = { product, token, firm: pick(firms) }
  const title = pick(titles).replaceAll(/\{(\w+)\}/g, (_, name) => words[name] ?? '')
  const made = await outside.reddit('posts', { subreddit, author, title, body })
  if (!made) throw new Error(`Reddit has no u/${author}`)
  const deletedAt = random() < shares.deleted ? Date.now() + random() * 2 * meanDeletion : null
  return { token, author, product, name: String(made.name), deletedAt, isDeleted: false }
}

/** Deletes the asks that are due. */
export async function deleteAsks(outside: Outside, asks: readonly Ask[]): Promise<void> {
  for (const ask of asks) {
    if (ask.isDeleted || ask.deletedAt === null || ask.deletedAt > Date.now()) continue
    await outside.reddit(`things/${ask.name}`, { action: 'delete' })
    ask.isDeleted = true
  }
}

/** What a person does once a team has written to them. */
export type Reaction = 'answer' | 'stop' | 'block' | null

export function reactionOf(random: () => number): Reaction {
  const at = random()
  if (at < shares.answers) return 'answer'
  if (at < shares.answers + shares.stops) return 'stop'
  return at < shares.answers + shares.stops + shares.blocks ? 'block' : null
}
