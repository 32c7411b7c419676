import { toOne } from '#platform/server/database/rows/find.ts'
import type { Writing } from '#platform/server/database/rows/own-row.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { Mention } from '../contract.ts'
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
  project: mention.projectId,
  seen: isSeen(mention),
  links: {
    post: toOne('posts', (row) => row.postId),
    project: toOne('projects', (row) => row.projectId),
  },
  cursor: false,
  rows: (tx, { where, orderBy, limit, offset }) =>
    tx
      .select()
      .from(mention)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: MentionRow): Mention {
  const { kind, phrase, named, sentence, spans, sentiment, author, subreddit, handled } = row
  const said = { kind, phrase, named, sentence, spans, sentiment }
  const times = { postedAt: row.postedAt?.toISOString() ?? null, handledAt: row.handledAt?.toISOString() ?? null }
  return { ...rowHead(row), ...said, author, subreddit, handled, ...times }
}
