import { and, count, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { nextRelease } from '#engine/rules/schedule.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { lockProject } from '#platform/server/tenancy/lock-project.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { type LeadRun, type LeadRunCreate, type RunSchedule, runLimits } from '../contract.ts'
import { runProfile } from './run-profile.ts'
import { leadRuns, lockRun, type RunRow } from './runs.ts'
import { leadRun, leadRunResult } from './tables.ts'

/** Starts a run. Throws ConflictError if the project has as many as it may. */
export async function createRun(ctx: Ctx, input: LeadRunCreate): Promise<LeadRun> {
  const { project: projectId, rerunOf } = input
  requireRight(ctx, projectId, 'decide')
  return transaction(ctx, async (tx) => {
    // Concurrent requests must not exceed the limits together.
    await lockProject(ctx, tx, projectId)
    await requireSameProject(tx, leadRun, { projectId, id: rerunOf, field: 'rerunOf' })
    await requireActiveRoom(tx, projectId)
    if (input.schedule) await requireScheduleRoom(tx, projectId)
    const id = await insertRun(ctx, tx, input)
    await removeOldRuns(tx, projectId)
    await audit(ctx, tx, { projectId, action: 'leadRun.create', subjectId: id })
    return readOne(ctx, tx, leadRuns, id)
  })
}

/** Adds a queued run and the job of its first step. Returns the run's ID. */
export async function insertRun(
  ctx: Ctx,
  tx: Transaction,
  { project: projectId, criteria, schedule, rerunOf }: LeadRunCreate,
): Promise<string> {
  const id = ctx.id()
  const now = ctx.now()
  const nextRunAt = schedule && (await nextRunOf(ctx, tx, projectId, schedule))
  await tx.insert(leadRun).values({
    ...{ projectId, id, criteria, rerunOf, schedule, nextRunAt },
    ...(await runProfile(tx, projectId, criteria)),
    ...{ state: 'queued', phase: 'counting' },
    createdBy: authorOf(ctx),
    createdAt: now,
    updatedAt: now,
  })
  await ctx.queue.send(tx, 'leadRun', { projectId, runId: id, step: 0 })
  await announce(ctx, tx, 'leadRuns', [projectId], id)
  return id
}

/** Returns when a run of this schedule starts next: at 07:00 in the project's time zone, on Mondays if weekly. */
export async function nextRunOf(ctx: Ctx, tx: Transaction, projectId: string, interval: RunSchedule): Promise<Date> {
  const [row] = await tx.select({ timeZone: project.timeZone }).from(project).where(eq(project.id, projectId))
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return nextRelease({ interval, timeZone: row.timeZone }, ctx.now())
}

const isActive = inArray(leadRun.state, ['queued', 'running'])

async function requireActiveRoom(tx: Transaction, projectId: string): Promise<void> {
  const [row] = await tx
    .select({ active: count() })
    .from(leadRun)
    .where(and(eq(leadRun.projectId, projectId), isActive))
  if ((row?.active ?? 0) < runLimits.active) return
  throw new ApiError(
    'ConflictError',
    `${runLimits.active} runs are in progress, the maximum. Wait for one to finish, or cancel one.`,
  )
}

async function requireScheduleRoom(tx: Transaction, projectId: string): Promise<void> {
  const [row] = await tx
    .select({ scheduled: count() })
    .from(leadRun)
    .where(and(eq(leadRun.projectId, projectId), isNotNull(leadRun.schedule)))
  if ((row?.scheduled ?? 0) < runLimits.scheduled) return
  throw new ApiError(
    'ConflictError',
    `${runLimits.scheduled} runs are scheduled, the maximum. Stop repeating one of them first.`,
  )
}

/** Deletes the oldest finished runs above the limit, except scheduled ones. */
export async function removeOldRuns(tx: Transaction, projectId: string): Promise<void> {
  const newest = tx
    .select({ id: leadRun.id })
    .from(leadRun)
    .where(eq(leadRun.projectId, projectId))
    .orderBy(sql`${leadRun.id} desc`)
    .limit(runLimits.kept)
  await tx
    .delete(leadRun)
    .where(
      and(
        eq(leadRun.projectId, projectId),
        isNull(leadRun.schedule),
        notInArray(leadRun.state, ['queued', 'running']),
        notInArray(leadRun.id, newest),
      ),
    )
}

/** Repeats a run on a schedule, or no longer. The newest of its repetitions then has the schedule. */
export async function scheduleRun(
  ctx: Ctx,
  { id, schedule }: { id: string; schedule: RunSchedule | null },
): Promise<LeadRun> {
  return transaction(ctx, async (tx) => {
    const run = await lockRun(ctx, tx, id)
    const { projectId } = run
    requireRight(ctx, projectId, 'decide')
    if (schedule === run.schedule) return readOne(ctx, tx, leadRuns, id)
    if (schedule && !run.schedule) await requireScheduleRoom(tx, projectId)
    const nextRunAt = schedule && (await nextRunOf(ctx, tx, projectId, schedule))
    await tx.update(leadRun).set({ schedule, nextRunAt, updatedAt: ctx.now() }).where(isRun(run))
    await audit(ctx, tx, { projectId, action: 'leadRun.schedule', subjectId: id, details: { schedule } })
    await announce(ctx, tx, 'leadRuns', [projectId], id)
    return readOne(ctx, tx, leadRuns, id)
  })
}

/** Cancels a run before it ends; its results so far are deleted. Throws ConflictError for a finished one. */
export async function cancelRun(ctx: Ctx, { id }: { id: string }): Promise<LeadRun> {
  return transaction(ctx, async (tx) => {
    const run = await lockRun(ctx, tx, id)
    const { projectId, state } = run
    requireRight(ctx, projectId, 'decide')
    if (state === 'canceled') return readOne(ctx, tx, leadRuns, id)
    if (state !== 'queued' && state !== 'running') {
      throw new ApiError('ConflictError', 'This run has already ended.')
    }
    await endRun(ctx, tx, run, { state: 'canceled' })
    await audit(ctx, tx, { projectId, action: 'leadRun.cancel', subjectId: id })
    return readOne(ctx, tx, leadRuns, id)
  })
}

/** Ends a run without results. */
export async function endRun(
  ctx: Ctx,
  tx: Transaction,
  run: Pick<RunRow, 'projectId' | 'id'>,
  ending: { state: 'canceled' | 'failed'; fault?: string },
): Promise<void> {
  const now = ctx.now()
  await tx.delete(leadRunResult).where(and(eq(leadRunResult.projectId, run.projectId), eq(leadRunResult.runId, run.id)))
  await tx
    .update(leadRun)
    .set({ ...ending, results: 0, finishedAt: now, updatedAt: now })
    .where(isRun(run))
  await announce(ctx, tx, 'leadRuns', [run.projectId], run.id)
}

/** Deletes a run with its results. Leads that were added from it stay. */
export async function deleteRun(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await transaction(ctx, async (tx) => {
    const run = await lockRun(ctx, tx, id)
    requireRight(ctx, run.projectId, 'decide')
    await tx.delete(leadRun).where(isRun(run))
    await audit(ctx, tx, { projectId: run.projectId, action: 'leadRun.delete', subjectId: id })
    await announce(ctx, tx, 'leadRuns', [run.projectId], id)
  })
}

export function isRun({ projectId, id }: Pick<RunRow, 'projectId' | 'id'>) {
  return and(eq(leadRun.projectId, projectId), eq(leadRun.id, id))
}
