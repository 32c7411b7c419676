import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { ScoreWeights } from '#engine/score/component.ts'
import { evenWeights, weighted } from '#engine/score/score-weights.ts'
import { snippet } from '#engine/text/snippet.ts'
import { type CheckedPost, checkColumns, post, postCheck, presentPost } from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type Reading, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { isInRealm, isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { Opportunity } from '../contract.ts'

import { claimsOf, decisionsOf } from './decision-reads.ts'
import { siblingsOf } from './duplicates/siblings.ts'
import { opportunity, opportunityCount } from './tables.ts'

type OpportunityRow = typeof opportunity.$inferSelect

interface Row extends CheckedPost {
  opportunity: OpportunityRow
}

export const opportunities: Reading<Row, Opportunity> = {
  table: opportunity,
  columns: {
    id: opportunity.id,
    documentId: opportunity.id,
    createdAt: opportunity.createdAt,
    updatedAt: opportunity.updatedAt,
    project: opportunity.projectId,
    score: opportunity.score,
    label: opportunity.label,
    state: opportunity.state,
    saved: opportunity.saved,
    postedAt: opportunity.postedAt,
    releasedAt: opportunity.releasedAt,
  },
  project: opportunity.projectId,
  links: { project: toOne('projects', (row) => row.opportunity.projectId) },
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
    const weights = await weightsOf(tx, leads)
    return rows.map((row) => {
      const lead = presentOpportunity(row, weights.get(row.opportunity.projectId) ?? evenWeights)
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

/** Returns the score weights of each project of these leads. */
async function weightsOf(tx: Transaction, leads: readonly OpportunityRow[]): Promise<Map<string, ScoreWeights>> {
  const ids = [...new Set(leads.map(({ projectId }) => projectId))]
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: project.id, weights: project.scoreWeights })
    .from(project)
    .where(inArray(project.id, ids))
  return new Map(rows.map(({ id, weights }) => [id, weights]))
}

function presentOpportunity({ opportunity: row, post: { title, body } }: Row, weights: ScoreWeights) {
  const { score, label, state, saved } = row
  const components = weighted(row.components, weights)
  return {
    ...rowHead(row),
    score,
    label,
    components,
    snippet: snippet(title, body, components),
    postedAt: row.postedAt?.toISOString() ?? null,
    // Not null, since held leads are never read (isSeen).
    releasedAt: row.releasedAt!.toISOString(),
    state,
    saved,
  }
}
