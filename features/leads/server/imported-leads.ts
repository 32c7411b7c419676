import type { RejectionReason } from '#engine/score/component.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { decision, opportunity } from './tables.ts'

/** A decision that was made in another project. */
interface EarlierDecision {
  kind: 'reply' | 'rejection' | 'save'
  reason: RejectionReason | null
  /** The reply as posted, and its path on Reddit. */
  text: string | null
  permalink: string | null
  at: Date
  /** The user who made it; null for a person who isn't known here. */
  by: string | null
}

/** A post that a team worked on in another project. It was replied to or rejected, but not both. */
interface EarlierLead {
  postId: string
  decisions: readonly EarlierDecision[]
}

/** Rows per statement. */
const rowsAtOnce = 500

/**
 * Adds leads of the real realm with their decisions to a new project, released, and queues the jobs that score them.
 * Decisions of unknown people get one pseudonym. Returns the leads' IDs in the same order.
 */
export async function insertEarlierLeads(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  leads: readonly EarlierLead[],
): Promise<string[]> {
  const now = ctx.now()
  const ids = leads.map(() => ctx.id())
  const rows = leads.map(({ postId, decisions }, index) => ({
    ...{ projectId, id: ids[index]!, postId, realm: 'real' as const, score: 0, label: 0 as const, components: [] },
    ...stateOf(decisions),
    ...{ releasedAt: now, createdAt: now, updatedAt: now },
  }))
  const decided = leads.flatMap(({ decisions }, index) =>
    decisions.map(({ by, at, ...values }) => ({
      ...{ projectId, opportunityId: ids[index]!, ...values, createdAt: at },
      ...{ userId: by, pseudonym: by === null ? 'another member' : null },
    })),
  )
  for (const some of inBatches(rows)) await tx.insert(opportunity).values(some)
  for (const some of inBatches(decided)) await tx.insert(decision).values(some)
  for (const { postId } of leads) await ctx.queue.send(tx, 'scoreLead', { projectId, postId })
  await announce(ctx, tx, 'opportunities', [projectId])
  return ids
}

function stateOf(decisions: readonly EarlierDecision[]) {
  const ending = decisions.find(({ kind }) => kind !== 'save')
  const saved = decisions.some(({ kind }) => kind === 'save')
  if (!ending) return { saved, state: 'new' as const, decidedAt: null }
  return { saved, state: ending.kind === 'reply' ? ('replied' as const) : ('rejected' as const), decidedAt: ending.at }
}

function inBatches<Row>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = []
  for (let start = 0; start < rows.length; start += rowsAtOnce) batches.push(rows.slice(start, start + rowsAtOnce))
  return batches
}
