import type { Component, Label } from '@earshot/contract/entities'
import { refresh } from '@earshot/engine/freshness'
import { and, asc, eq, exists, gte, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Transaction, transaction } from '../db/database.ts'
import { batch, candidate, opportunity, post } from '../db/schema.ts'
import type { Jobs } from '../queue.ts'

/** From this label on a candidate is a lead (contract Label). */
const leastLabel = 2
const readAtOnce = 1000

/** A scored candidate as its opportunity is to be, in the order in which rows are locked everywhere. */
interface Lead {
  id: string
  projectId: string
  postId: string
  score: number
  label: Label
  components: Component[]
  postedAt: Date | null
  freshnessDueAt: Date | null
}

/**
 * Turns the scored candidates of a batch into opportunities. What a person decided or saved stays and only gets the
 * new score; what nobody touched goes when its candidate is no lead any more.
 */
export async function showOpportunities(ctx: Ctx, { batchId }: Jobs['opportunities']): Promise<void> {
  const now = ctx.now()
  await transaction(ctx, async (tx) => {
    let leads: Lead[] = []
    do {
      leads = await readLeads(ctx, tx, batchId, leads.at(-1), now)
      await withdraw(tx, leads)
      await write(tx, leads, now)
    } while (leads.length === readAtOnce)
    await finish(ctx, tx, batchId, now)
  })
}

/**
 * The next candidates that are leads or were. Sharing their locks keeps a look-back from replacing them before what
 * was read here is written. The score is that of this instant, as the freshness sweep would have it.
 */
async function readLeads(
  ctx: Ctx,
  tx: Transaction,
  batchId: string,
  after: Lead | undefined,
  now: Date,
): Promise<Lead[]> {
  const shown = tx
    .select()
    .from(opportunity)
    .where(and(eq(opportunity.projectId, candidate.projectId), eq(opportunity.postId, candidate.postId)))
  const rows = await tx
    .select({
      projectId: candidate.projectId,
      postId: candidate.postId,
      label: candidate.label,
      components: candidate.components,
      postedAt: post.postedAt,
    })
    .from(candidate)
    .innerJoin(post, eq(post.id, candidate.postId))
    .where(
      and(
        eq(candidate.batchId, batchId),
        isNotNull(candidate.scoredAt),
        or(gte(candidate.label, leastLabel), exists(shown)),
        after && sql`(${candidate.postId}, ${candidate.projectId}) > (${after.postId}::uuid, ${after.projectId}::uuid)`,
      ),
    )
    .orderBy(asc(candidate.postId), asc(candidate.projectId))
    .limit(readAtOnce)
    .for('share', { of: candidate })
  return rows.map(({ projectId, postId, label, components, postedAt }) => {
    const current = refresh(components!, postedAt?.getTime() ?? null, now.getTime())
    return {
      id: ctx.id(),
      projectId,
      postId,
      score: current.score,
      label: label!,
      components: current.components,
      postedAt,
      freshnessDueAt: current.dueAt === null ? null : new Date(current.dueAt),
    }
  })
}

/** Removes what is no lead any more and nobody decided on or saved. */
async function withdraw(tx: Transaction, leads: readonly Lead[]): Promise<void> {
  const fallen = leads.filter(({ label }) => label < leastLabel)
  if (fallen.length === 0) return
  const places = fallen.map(({ projectId, postId }) => ({ projectId, postId }))
  await tx.execute(sql`
    delete from opportunity o
    using json_to_recordset(${JSON.stringify(places)}) as f("projectId" uuid, "postId" uuid)
    where o.project_id = f."projectId" and o.post_id = f."postId" and o.state = 'new' and not o.saved`)
}

async function write(tx: Transaction, leads: readonly Lead[], now: Date): Promise<void> {
  if (leads.length === 0) return
  await tx.execute(sql`
    insert into opportunity (project_id, id, post_id, score, label, components, posted_at, freshness_due_at,
      created_at, updated_at)
    select l."projectId", l.id, l."postId", l.score, l.label, l.components, l."postedAt", l."freshnessDueAt",
      ${now.toISOString()}, ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(leads)}) as l(id uuid, "projectId" uuid, "postId" uuid, score real,
      label smallint, components jsonb, "postedAt" timestamptz, "freshnessDueAt" timestamptz)
    where l.label >= ${leastLabel}
      or exists (select from opportunity o where o.project_id = l."projectId" and o.post_id = l."postId")
    order by l."postId", l."projectId"
    on conflict (project_id, post_id) do update
    set score = excluded.score, label = excluded.label, components = excluded.components,
      posted_at = excluded.posted_at, freshness_due_at = excluded.freshness_due_at, updated_at = excluded.updated_at
    where (opportunity.score, opportunity.label, opportunity.components, opportunity.posted_at,
      opportunity.freshness_due_at) is distinct from (excluded.score, excluded.label, excluded.components,
      excluded.posted_at, excluded.freshness_due_at)`)
}

/** The batch is through; if it belongs to a look-back, that may now be at its end. */
async function finish(ctx: Ctx, tx: Transaction, batchId: string, now: Date): Promise<void> {
  const unscored = tx
    .select()
    .from(candidate)
    .where(and(eq(candidate.batchId, batchId), isNull(candidate.scoredAt)))
  const [finished] = await tx
    .update(batch)
    .set({ finishedAt: now })
    .where(and(eq(batch.id, batchId), isNull(batch.finishedAt), notExists(unscored)))
    .returning({ projectId: batch.projectId })
  if (finished?.projectId) await ctx.queue.send(tx, 'settle', { projectId: finished.projectId })
}
