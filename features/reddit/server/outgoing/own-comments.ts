import { z } from 'zod'
import { callReddit, type RedditApi } from '../api/api.ts'
import { type Asking, type Page, pageQuery } from '../api/listings.ts'
import type { Outcome } from '../api/outcome.ts'
import { readListing, type Thing } from '../api/things.ts'

/** A comment of a connected account, with what it answers. */
interface OwnComment {
  name: string
  parent: string
  body: string
  sentAt: number
  permalink: string | null
}

/** Returns the newest comments of an account, with their parents, which lists of posts and comments leave out. */
export function readOwnComments(
  api: RedditApi,
  name: string,
  page: Page,
  { purpose = 'action', failures = 0 }: Asking = {},
): Promise<Outcome<{ messages: OwnComment[]; broken: number; after: string | null }>> {
  const path = `/user/${encodeURIComponent(name)}/comments`
  return callReddit(api, { path, query: { sort: 'new', ...pageQuery(page) }, purpose, failures }, (body) => {
    const listing = readListing(body)
    if (!listing) return null
    const read = listing.things.map(commentOf)
    const messages = read.filter((comment) => comment !== null)
    return { messages, broken: listing.broken + read.length - messages.length, after: listing.after }
  })
}

const Data = z.object({
  id: z.string(),
  parent_id: z.string(),
  body: z.string(),
  created_utc: z.number(),
  permalink: z.string().nullish(),
})

function commentOf({ kind, data }: Thing): OwnComment | null {
  const comment = kind === 't1' ? Data.safeParse(data).data : undefined
  if (!comment) return null
  const { id, parent_id: parent, body, created_utc: seconds, permalink } = comment
  return { name: `t1_${id}`, parent, body, sentAt: seconds * 1000, permalink: permalink ?? null }
}
