import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { feedbackOf, withFeedback } from '#engine/learn/feedback.ts'
import type { Learned } from '#engine/learn/learn.ts'
import type { Component } from '#engine/score/component.ts'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { Moved } from '../../contract.ts'
import { opportunity } from '../tables.ts'

/** The points from which a lead counts as moved. */
const movedFrom = 1

/** Which open leads are rescored. */
export type Which =
  /** Those shown first, without locked ones. */
  | { best: number }
  /** The next ones by age, newest first, waiting for locked ones. */
  | { after: string | null; limit: number }

/** The leads that were read: how many, the last of them, and how many moved. */
export interface Rescored {
  count: number
  last: string | null
  moved: Moved
}

/**
 * Updates the feedback in the scores of a project's open leads to what it has learned. The rest stays unchanged, so
 * that a decision and its undo leave no trace.
 */
export async function rescore(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  learned: Learned,
  which: Which,
): Promise<Rescored> {
  const ids = await nextLeads(tx, projectId, which)
  // Locked in the common order.
  const rows = await tx
    .select({ ...itemColumns, opportunityId: opportunity.id, components: opportunity.components })
    .from(opportunity)
    .innerJoin(post, eq(post.id, opportunity.postId))
    .where(and(eq(opportunity.projectId, projectId), isOpen, inArray(opportunity.id, ids)))
    .orderBy(asc(opportunity.postId))
    .for('no key update', { of: opportunity, ...('best' in which && { skipLocked: true }) })
  const moved: Moved = { up: 0, down: 0 }
  const changed = rows.flatMap(({ opportunityId: id, components, ...row }) => {
    const feedback = feedbackOf(learned, itemOf(row))
    const before = components.find(({ name }) => name === 'feedback') ?? null
    if (sameComponent(before, feedback)) return []
    const difference = (feedback?.points ?? 0) - (before?.points ?? 0)
    if (difference >= movedFrom) moved.up++
    if (difference <= -movedFrom) moved.down++
    return [{ id, ...withFeedback(components, feedback) }]
  })
  await write(ctx, tx, projectId, changed)
  return { count: ids.length, last: ids.at(-1) ?? null, moved }
}

async function nextLeads(tx: Transaction, projectId: string, which: Which): Promise<string[]> {
  const rows = await tx
    .select({ id: opportunity.id })
    .from(opportunity)
    .where(and(eq(opportunity.projectId, projectId), isOpen, among(which)))
    .orderBy(...('best' in which ? [desc(opportunity.score), desc(opportunity.id)] : [desc(opportunity.id)]))
    .limit('best' in which ? which.best : which.limit)
  return rows.map(({ id }) => id)
}

/** A decided lead keeps its score until the decision is undone. */
const isOpen = and(eq(opportunity.state, 'new'), eq(opportunity.saved, false))

function among(which: Which): SQL | undefined {
  if ('best' in which) return and(isNull(opportunity.siblingOf), isSeen(opportunity))
  return which.after === null ? undefined : lt(opportunity.id, which.after)
}

async function write(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  changed: readonly { id: string; score: number; components: Component[] }[],
): Promise<void> {
  if (changed.length === 0) return
  const column = <T>(value: (row: (typeof changed)[number]) => T) => sql.param(changed.map(value))
  await tx.execute(sql`
    update opportunity o set score = m.score, components = m.components::jsonb, updated_at = ${ctx.now().toISOString()}
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ score }) => score)}::real[],
      ${column(({ components }) => JSON.stringify(components))}::text[]) as m(id, score, components)
    where o.project_id = ${projectId} and o.id = m.id`)
  await announce(ctx, tx, 'opportunities', [projectId])
}

/** Ignores the order of keys, which the database changes. */
function sameComponent(a: Component | null, b: Component | null): boolean {
  const orderedValues = (component: Component | null) =>
    component && [
      component.points,
      component.reasons.map(({ text, points, spans }) => [
        text,
        points,
        spans.map(({ field, start, end }) => [field, start, end]),
      ]),
    ]
  return JSON.stringify(orderedValues(a)) === JSON.stringify(orderedValues(b))
}
