import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { snippet } from '#engine/text/snippet.ts'
import type { Sibling } from '#features/leads/contract.ts'
import { opportunity } from '#features/leads/server/index.ts'
import {
  type CheckedPost,
  checkColumns,
  matchingPosts,
  post,
  postCheck,
  presentPost,
} from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type Reading, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { isInRealm } from '#platform/server/tenancy/visible-rows.ts'
import type { LeadRunResult } from '../contract.ts'
import { isHeld } from './held.ts'
import { leadChoice, leadRunResult } from './tables.ts'

type ResultRow = typeof leadRunResult.$inferSelect

interface Row extends CheckedPost {
  result: ResultRow
  lead: LeadRunResult['lead']
  dismissed: boolean
}

const isDismissed = sql<boolean>`exists (
  select from ${leadChoice} where ${leadChoice.projectId} = ${leadRunResult.projectId}
    and ${leadChoice.postId} = ${leadRunResult.postId} and ${leadChoice.choice} = 'dismissed')`

const leadOfPost = and(eq(opportunity.projectId, leadRunResult.projectId), eq(opportunity.postId, leadRunResult.postId))

/** The ranked results of finished runs, without copies and held leads. */
export const leadRunResults: Reading<Row, LeadRunResult> = {
  table: leadRunResult,
  columns: {
    id: leadRunResult.id,
    documentId: leadRunResult.id,
    createdAt: leadRunResult.createdAt,
    updatedAt: leadRunResult.updatedAt,
    project: leadRunResult.projectId,
    run: leadRunResult.runId,
    rank: leadRunResult.rank,
    score: leadRunResult.score,
    label: leadRunResult.label,
    postedAt: leadRunResult.postedAt,
  },
  derived: {
    dismissed: isDismissed,
    isLead: sql`exists (select from ${opportunity} where ${leadOfPost})`,
    subreddit: sql`(select p.subreddit from ${post} p where p.id = ${leadRunResult.postId})`,
  },
  project: leadRunResult.projectId,
  seen: and(isInRealm(leadRunResult), isNotNull(leadRunResult.rank), sql`not ${isHeld}`)!,
  links: { project: toOne('projects', ({ result }) => result.projectId) },
  included: { post: { id: (row) => row.result.postId, matching: matchingPosts } },
  cursor: false,
  rows: async (tx, { where, orderBy, limit, offset }) => {
    const rows = await tx
      .select({
        result: leadRunResult,
        leadId: opportunity.id,
        state: opportunity.state,
        saved: opportunity.saved,
        dismissed: isDismissed,
        post,
        check: checkColumns,
      })
      .from(leadRunResult)
      .innerJoin(post, eq(post.id, leadRunResult.postId))
      .leftJoin(postCheck, eq(postCheck.postId, leadRunResult.postId))
      .leftJoin(opportunity, leadOfPost)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset)
    return rows.map(({ leadId, state, saved, ...row }) => ({
      ...row,
      lead: leadId && state ? { id: leadId, state, saved: saved ?? false } : null,
    }))
  },
  present: async (tx, rows, query) => {
    const copies = await copiesOf(
      tx,
      rows.map(({ result }) => result),
    )
    return rows.map((row) => ({
      ...presentResult(row),
      copies: copies.get(row.result.id) ?? [],
      ...('post' in query.populate ? { post: presentPost(row) } : {}),
    }))
  },
}

function presentResult({ result, lead, dismissed, post: { title, body } }: Row): Omit<LeadRunResult, 'copies'> {
  const { runId: run, score, label, components, sentence, postedAt } = result
  return {
    ...rowHead(result),
    run,
    // Not null, since others are never read (`seen`).
    rank: result.rank!,
    score,
    label,
    components,
    sentence,
    snippet: snippet(title, body, components),
    postedAt: postedAt?.toISOString() ?? null,
    lead,
    dismissed,
  }
}

/** Returns the copies of some results, earliest post first. */
async function copiesOf(tx: Transaction, results: readonly ResultRow[]): Promise<Map<string, Sibling[]>> {
  const copies = new Map<string, Sibling[]>()
  if (results.length === 0) return copies
  const { rows } = await tx.execute<Sibling & { of: string; postedAt: Date | null }>(sql`
    select r.copy_of as of, r.id, p.subreddit, p.author, p.permalink, r.posted_at as "postedAt"
    from lead_run_result r join post p on p.id = r.post_id
    where r.project_id = any (${sql.param(results.map(({ projectId }) => projectId))}::uuid[])
      and r.copy_of = any (${sql.param(results.map(({ id }) => id))}::uuid[])
    order by r.posted_at, r.id`)
  for (const { of, postedAt, ...copy } of rows) {
    const own = copies.get(of) ?? []
    own.push({ ...copy, postedAt: postedAt === null ? null : new Date(postedAt).toISOString() })
    copies.set(of, own)
  }
  return copies
}
