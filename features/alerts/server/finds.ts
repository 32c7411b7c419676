import { type SQL, sql } from 'drizzle-orm'
import type { AlertFind } from '#engine/alerts/matching.ts'
import type { Headline } from '#engine/explain/headline.ts'
import type { Item } from '#engine/item.ts'
import type { Component, Label } from '#engine/score/component.ts'
import { snippet } from '#engine/text/snippet.ts'
import { isMuted } from '#features/mentions/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'

/** A visible lead or mention. */
export interface Find extends AlertFind {
  /** The ID of the lead or mention. */
  id: string
  permalink: string
  /** What the lead asks for; null for mentions. */
  sentence: Headline | null
  /** The words of the post to show. */
  quote: string
  /** When it was released. */
  at: Date
}

interface FindRow extends Record<string, unknown>, Omit<Item, 'id'> {
  id: string
  postId: string
  permalink: string
  chance: number | null
  label: Label | null
  sentence: Headline | null
  components: Component[] | null
  quote: string | null
  keywords: string[]
  at: string
}

interface Wanted {
  kind: 'lead' | 'mention'
  /** A condition on the row, which is `r`. */
  where: SQL
  limit: number
  /** Keeps the posts from being forgotten until the transaction ends. */
  hold?: boolean
  /** Includes finds that were decided on or handled. */
  decided?: boolean
}

/** Reads a project's finds that nobody has decided on or handled yet, newest first. Posts without text were deleted. */
export async function readFinds(tx: Transaction, projectId: string, wanted: Wanted): Promise<Find[]> {
  const { kind, where, limit, hold = false, decided = false } = wanted
  const { rows } = await tx.execute<FindRow>(sql`
    select r.id, p.id as "postId", p.kind, p.subreddit, p.author, p.title, p.body, p.flair, p.score,
      p.num_comments as "numComments", floor(extract(epoch from p.posted_at) * 1000)::float8 as "postedAt", p.permalink,
      ${kind === 'lead' ? ofLeads : ofMentions}, r.released_at as at
    from ${kind === 'lead' ? sql`opportunity` : sql`mention`} r join post p on p.id = r.post_id
    where r.project_id = ${projectId} and ${isSeenAs('r')} and ${kind === 'lead' ? isPrimary : isKept}
      and ${decided ? sql`true` : kind === 'lead' ? isUndecided : isUnhandled}
      and (p.title <> '' or p.body <> '') and ${where}
    order by r.released_at desc, r.id desc limit ${limit}
    ${hold ? sql`for share of p` : sql``}`)
  return rows.map((row) => findOf(kind, row))
}

const ofLeads = sql`r.score as chance, r.label, r.sentence, r.components, null as quote, coalesce((
  select m.keyword_ids || m.competitor_ids from mention m
  where m.project_id = r.project_id and m.post_id = r.post_id), '{}') as keywords`
const ofMentions = sql`null as chance, null as label, null as sentence, null as components, r.sentence as quote,
  r.keyword_ids || r.competitor_ids as keywords`

const isPrimary = sql`r.sibling_of is null`
const isUndecided = sql`r.state = 'new'`
const isKept = sql`r.forgotten_at is null and not ${isMuted(sql`r`)}`
const isUnhandled = sql`not r.handled`

function findOf(kind: Find['kind'], row: FindRow): Find {
  const { id, postId, permalink, chance, label, sentence, components, quote, keywords, at, ...item } = row
  return {
    ...{ kind, id, permalink, sentence, label, keywords, score: chance, at: new Date(at) },
    item: { ...item, id: postId },
    quote: quote ?? snippet(item.title, item.body, components ?? []).text,
  }
}
