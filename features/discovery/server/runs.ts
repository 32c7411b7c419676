import { and, eq, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects, type Reading, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { isInRealm } from '#platform/server/tenancy/visible-rows.ts'
import type { LeadRun } from '../contract.ts'
import { isHeld } from './held.ts'
import { leadRun } from './tables.ts'

export type RunRow = typeof leadRun.$inferSelect

interface Row {
  run: RunRow
  held: number
}

/** The results of a run that the project's plan still holds. */
const heldResults = sql<number>`(
  select count(*)::int from lead_run_result
  where lead_run_result.project_id = lead_run.project_id and lead_run_result.run_id = lead_run.id
    and lead_run_result.rank is not null and ${isHeld})`

/** Runs of the realm that the project sees. */
export const leadRuns: Reading<Row, LeadRun> = {
  table: leadRun,
  columns: {
    id: leadRun.id,
    documentId: leadRun.id,
    createdAt: leadRun.createdAt,
    updatedAt: leadRun.updatedAt,
    finishedAt: leadRun.finishedAt,
    project: leadRun.projectId,
    createdBy: leadRun.createdBy,
    state: leadRun.state,
    schedule: leadRun.schedule,
  },
  project: leadRun.projectId,
  seen: isInRealm(leadRun),
  links: {
    project: toOne('projects', ({ run }) => run.projectId),
    createdBy: toOne('users', ({ run }) => run.createdBy),
  },
  cursor: false,
  rows: (tx, { where, orderBy, limit, offset }) =>
    tx
      .select({ run: leadRun, held: heldResults })
      .from(leadRun)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
  present: async (_tx, rows) => rows.map(presentRun),
}

function presentRun({ run, held }: Row): LeadRun {
  const { criteria, state, phase, postsTotal, postsDone, sources, candidates, results, fault, schedule, rerunOf } = run
  return {
    ...rowHead(run),
    criteria,
    state,
    phase,
    postsTotal,
    postsDone,
    sources,
    candidates,
    results,
    held,
    secondsLeft: secondsLeft(run),
    fault,
    schedule,
    nextRunAt: run.nextRunAt?.toISOString() ?? null,
    rerunOf,
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}

function secondsLeft({ state, phase, postsTotal, postsDone, postsPerSecond }: RunRow): number | null {
  if (state !== 'running' || phase !== 'reading' || postsTotal === null || !postsPerSecond) return null
  return Math.max(0, postsTotal - postsDone) / postsPerSecond
}

/** Locks a run of the actor's projects until the transaction ends. Throws NotFoundError. */
export async function lockRun(ctx: Ctx, tx: Transaction, id: string): Promise<RunRow> {
  const own = and(ownProjects(ctx, leadRun.projectId), isInRealm(leadRun), eq(leadRun.id, id))
  const [row] = await tx.select().from(leadRun).where(own).for('update')
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}
