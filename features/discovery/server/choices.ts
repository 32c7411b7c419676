import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { leastLabel } from '#engine/score/component.ts'
import { addLead, opportunity } from '#features/leads/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { ownRows } from '#platform/server/database/rows/find.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { Chosen, LeadRunChoice, RunChoice } from '../contract.ts'
import { leadRunResults } from './results.ts'
import { lockRun } from './runs.ts'
import { leadChoice, leadRunResult } from './tables.ts'

interface ChosenPost {
  projectId: string
  postId: string
  realm: 'sandbox' | 'real'
}

/**
 * Applies a choice to results of a run, all or nothing: adds their posts to the leads, dismisses them, or undoes either.
 * Repeating it changes nothing. A post that is a lead already keeps its state. Unknown results don't count.
 */
export async function chooseResults(
  ctx: Ctx,
  { id, results, choice }: LeadRunChoice & { id: string },
): Promise<Chosen> {
  return transaction(ctx, async (tx) => {
    const { projectId } = await lockRun(ctx, tx, id)
    requireRight(ctx, projectId, 'decide')
    const posts: ChosenPost[] = await tx
      .select({ projectId: leadRunResult.projectId, postId: leadRunResult.postId, realm: leadRunResult.realm })
      .from(leadRunResult)
      .where(and(ownRows(ctx, leadRunResults), eq(leadRunResult.runId, id), inArray(leadRunResult.id, results)))
      .orderBy(asc(leadRunResult.postId))
    let changed = 0
    for (const post of posts) if (await choose(ctx, tx, post, choice)) changed++
    if (changed > 0) {
      await audit(ctx, tx, { projectId, action: `leadRun.${choice}`, subjectId: id, details: { results: changed } })
      await announce(ctx, tx, 'leadRuns', [projectId], id)
    }
    return { changed, unchanged: posts.length - changed }
  })
}

/** Returns whether the choice changed anything. */
async function choose(ctx: Ctx, tx: Transaction, post: ChosenPost, choice: RunChoice): Promise<boolean> {
  if (choice === 'none') return undoChoice(ctx, tx, post)
  if (choice === 'dismissed') {
    if (await isLead(tx, post)) return false
    return saveChoice(ctx, tx, post, { choice, opportunityId: null })
  }
  const opportunityId = await addLead(ctx, tx, post)
  if (!opportunityId) return false
  return saveChoice(ctx, tx, post, { choice, opportunityId })
}

async function saveChoice(
  ctx: Ctx,
  tx: Transaction,
  post: ChosenPost,
  chosen: { choice: 'added' | 'dismissed'; opportunityId: string | null },
): Promise<boolean> {
  const values = { ...chosen, createdBy: authorOf(ctx), createdAt: ctx.now() }
  const written = await tx
    .insert(leadChoice)
    .values({ ...post, ...values })
    .onConflictDoUpdate({
      target: [leadChoice.projectId, leadChoice.postId],
      set: values,
      setWhere: sql`(${leadChoice.choice}, ${leadChoice.opportunityId}) is distinct from
        (excluded.choice, excluded.opportunity_id)`,
    })
    .returning({ postId: leadChoice.postId })
  return written.length > 0
}

async function isLead(tx: Transaction, { projectId, postId }: ChosenPost): Promise<boolean> {
  return (await tx.$count(opportunity, and(eq(opportunity.projectId, projectId), eq(opportunity.postId, postId)))) > 0
}

/** A lead that the choice made is removed, unless a member has worked on it or it now scores as a lead. */
async function undoChoice(ctx: Ctx, tx: Transaction, { projectId, postId }: ChosenPost): Promise<boolean> {
  const [undone] = await tx
    .delete(leadChoice)
    .where(and(eq(leadChoice.projectId, projectId), eq(leadChoice.postId, postId)))
    .returning({ opportunityId: leadChoice.opportunityId })
  if (!undone) return false
  if (undone.opportunityId === null) return true
  await tx.execute(sql`
    delete from opportunity o
    where o.project_id = ${projectId} and o.id = ${undone.opportunityId} and o.state = 'new' and not o.saved
      and not is_worked_on(o.project_id, o.id) and not exists (
        select from candidate c
        where c.project_id = ${projectId} and c.post_id = ${postId} and c.label >= ${leastLabel})`)
  await announce(ctx, tx, 'opportunities', [projectId])
  return true
}
