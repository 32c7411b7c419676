import { askerNamed, subreddit } from './community.ts'
import { type Outside, tokenOf } from './outside.ts'
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

const openings = ['Looking for', 'Can anybody recommend', 'Which of you has found', 'Is there', 'We need']
const firms = ['bakery', 'print shop', 'law office', 'bike workshop', 'nursery', 'brewery', 'tannery', 'dance school']
const pains = [
  'Everything we know about people sits in a spreadsheet that three of us edit.',
  'Last month we forgot two of our best customers, and both of them left.',
  'Our old program is slow and its support answers after weeks.',
  'I copy numbers by hand every evening until nine.',
  'Half of our notes are on paper, and the other half is in my head.',
]
const syllables = ['ba', 'do', 'fi', 'gu', 'ke', 'la', 'mo', 'ni', 'pu', 're', 'so', 'ti', 'vu', 'wa', 'ze']
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
  const firm = pick(firms)
  const title = `${pick(openings)} a good ${product} for our ${firm} with ${2 + (number % 40)} people (${token})?`
  // Texts that resemble each other count as copies.
  const own = Array.from({ length: 30 }, () => Array.from({ length: 3 }, () => pick(syllables)).join('')).join(' ')
  const body = `${pick(pains)} We call our lists ${own}. Happy to pay. Feel free to DM me. ${token}`
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
