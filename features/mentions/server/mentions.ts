import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { toOne } from '#platform/server/database/rows/find.ts'
import type { Writing } from '#platform/server/database/rows/own-row.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { isSeen, isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import type { Mention } from '../contract.ts'
import { isMuted } from './mutes.ts'
import { mention } from './tables.ts'

export type MentionRow = typeof mention.$inferSelect

export const mentions: Writing<MentionRow, Mention> = {
  table: mention,
  columns: {
    id: mention.id,
    documentId: mention.id,
    createdAt: mention.createdAt,
    updatedAt: mention.updatedAt,
    project: mention.projectId,
    kind: mention.kind,
    phrase: mention.phrase,
    keyword: mention.keywordIds,
    competitor: mention.competitorIds,
    sentence: mention.sentence,
    sentiment: mention.sentiment,
    author: mention.author,
    subreddit: mention.subreddit,
    handled: mention.handled,
    postedAt: mention.postedAt,
  },
  derived: { muted: isMuted(sql`mention`) },
  project: mention.projectId,
  seen: isSeen(mention),
  links: {
    post: toOne('posts', (row) => row.postId),
    project: toOne('projects', (row) => row.projectId),
  },
  cursor: true,
  rows: (tx, { where, orderBy, limit, offset }) =>
    tx
      .select()
      .from(mention)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
  present: async (tx, rows) => {
    const contexts = await contextsOf(tx, rows)
    return rows.map((row) => present(row, contexts.get(row.id)!))
  },
}

/** What other tables say about a mention. */
type Context = Pick<Mention, 'muted' | 'opportunityId'>

async function contextsOf(tx: Transaction, mentions: readonly MentionRow[]): Promise<Map<string, Context>> {
  if (mentions.length === 0) return new Map()
  const column = (value: (row: MentionRow) => string) => sql.param([...new Set(mentions.map(value))])
  const { rows } = await tx.execute<Context & { id: string } & Record<string, unknown>>(sql`
    select m.id, ${isMuted(sql`m`)} as muted, (
      select coalesce(o.sibling_of, o.id) from opportunity o
      where o.project_id = m.project_id and o.post_id = m.post_id and ${isSeenAs('o')}
    ) as "opportunityId"
    from mention m
    where m.project_id = any (${column(({ projectId }) => projectId)}::uuid[])
      and m.id = any (${column(({ id }) => id)}::uuid[])`)
  return new Map(rows.map(({ id, muted, opportunityId }) => [id, { muted, opportunityId }]))
}

function present(row: MentionRow, context: Context): Mention {
  const { kind, phrase, named, sentence, spans, sentiment, author, subreddit, handled } = row
  const said = { kind, phrase, named, sentence, spans, sentiment }
  const times = { postedAt: row.postedAt?.toISOString() ?? null, handledAt: row.handledAt?.toISOString() ?? null }
  return { ...rowHead(row), ...said, author, subreddit, handled, ...times, ...context }
}
