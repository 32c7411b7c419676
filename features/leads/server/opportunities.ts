import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { snippet } from '#engine/text/snippet.ts'
import {
  type CheckedPost,
  checkColumns,
  matchingPosts,
  post,
  postCheck,
  presentPost,
} from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Reading, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { isInRealm, isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { Opportunity } from '../contract.ts'

import { claimsOf, decisionsOf } from './decision-reads.ts'
import { siblingsOf } from './duplicates/siblings.ts'
import { filtersOf } from './lead-filters.ts'
import { readBy } from './read-marks.ts'
import { replyChecksOf } from './reply-checks.ts'
import { decision, opportunity, opportunityCount } from './tables.ts'

type OpportunityRow = typeof opportunity.$inferSelect

interface Row extends CheckedPost {
  opportunity: OpportunityRow
}

/** Why a lead was rejected. */
const rejectionReason = sql`(
  select d.reason from ${decision} d
  where d.project_id = ${opportunity.projectId} and d.opportunity_id = ${opportunity.id} and d.kind = 'rejection')`

/** What the archive shows of a lead, to search it. Null for others, so that their texts aren't read. */
const archiveText = sql`case when ${opportunity.state} <> 'new' then (
  select concat_ws(' ', p.title, p.body, p.author, p.subreddit, d.text, coalesce(u.username, d.pseudonym))
  from ${post} p
  left join ${decision} d
    on d.project_id = ${opportunity.projectId} and d.opportunity_id = ${opportunity.id} and d.kind <> 'save'
  left join ${user} u on u.id = d.user_id
  where p.id = ${opportunity.postId}) end`

/** A lead as the query reads it, without what differs from user to user. */
type Shared = Omit<Opportunity, 'unread'>

const opportunities: Reading<Row, Shared> = {
  table: opportunity,
  columns: {
    id: opportunity.id,
    documentId: opportunity.id,
    createdAt: opportunity.createdAt,
    updatedAt: opportunity.updatedAt,
    project: opportunity.projectId,
    score: opportunity.score,
    urgency: opportunity.urgency,
    label: opportunity.label,
    state: opportunity.state,
    saved: opportunity.saved,
    postedAt: opportunity.postedAt,
    numComments: post.numComments,
    releasedAt: opportunity.releasedAt,
    decidedAt: opportunity.decidedAt,
  },
  derived: { reason: rejectionReason, archive: archiveText },
  project: opportunity.projectId,
  links: { project: toOne('projects', (row) => row.opportunity.projectId) },
  included: { post: { id: (row) => row.opportunity.postId, matching: matchingPosts } },
  cursor: true,
  seen: isSeen(opportunity),
  listed: isNull(opportunity.siblingOf),
  counters: {
    table: opportunityCount,
    columns: {
      project: opportunityCount.projectId,
      state: opportunityCount.state,
      saved: opportunityCount.saved,
    },
    project: opportunityCount.projectId,
    seen: and(ne(opportunityCount.state, 'held'), isInRealm(opportunityCount))!,
    change: opportunityCount.delta,
  },
  rows: (tx, { where, orderBy, limit, offset }) =>
    tx
      .select({ opportunity, post, check: checkColumns })
      .from(opportunity)
      .innerJoin(post, eq(post.id, opportunity.postId))
      .leftJoin(postCheck, eq(postCheck.postId, opportunity.postId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
  present: async (tx, rows, query) => {
    const leads = rows.map((row) => row.opportunity)
    const decisions = await decisionsOf(tx, leads)
    const claims = await claimsOf(tx, leads)
    const groups = await siblingsOf(tx, leads)
    return rows.map((row) => {
      const lead = presentOpportunity(row)
      return {
        ...lead,
        reply: decisions.get(lead.id)?.reply ?? null,
        rejection: decisions.get(lead.id)?.rejection ?? null,
        save: decisions.get(lead.id)?.save ?? null,
        claim: claims.get(lead.id) ?? null,
        ...(groups.get(lead.id) ?? { siblings: [], siblingCount: 0 }),
        ...('post' in query.populate ? { post: presentPost(row) } : {}),
      }
    })
  },
}

/** Returns how the actor reads leads. */
export function opportunitiesOf(ctx: Ctx): Reading<Row, Opportunity> {
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  return {
    ...opportunities,
    derived: { ...opportunities.derived, ...filtersOf(ctx) },
    present: async (tx, rows, query) => {
      const read =
        userId === null
          ? null
          : await readBy(
              tx,
              userId,
              rows.map((row) => row.opportunity),
            )
      const leads = await opportunities.present(tx, rows, query)
      const replied = rows.map((row) => row.opportunity).filter(({ state }) => state === 'replied')
      const checks = await replyChecksOf(ctx, tx, replied)
      return leads.map((lead) => ({
        ...lead,
        reply: lead.reply && { ...lead.reply, checks: checks.get(lead.id) ?? [] },
        unread: !read?.has(lead.id),
      }))
    },
  }
}

function presentOpportunity({ opportunity: row, post: { title, body, numComments } }: Row) {
  const { score, urgency, label, components, sentence, state, saved } = row
  return {
    ...rowHead(row),
    score,
    urgency,
    label,
    components,
    sentence,
    snippet: snippet(title, body, components),
    postedAt: row.postedAt?.toISOString() ?? null,
    numComments,
    // Not null, since held leads are never read (isSeen).
    releasedAt: row.releasedAt!.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    state,
    saved,
  }
}
