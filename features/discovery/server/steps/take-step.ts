import { and, eq } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { endRun, isRun } from '../change-runs.ts'
import type { RunRow } from '../runs.ts'
import { leadRun } from '../tables.ts'
import { countPosts } from './count-posts.ts'
import { type Answers, judgeBest, writeAnswers } from './judge-best.ts'
import { rankResults } from './rank-results.ts'
import { readPosts } from './read-posts.ts'

/** What a step changes in its run. The run ends with the state `done`. */
export type StepChanges = Partial<
  Pick<
    RunRow,
    | 'state'
    | 'phase'
    | 'afterPost'
    | 'postsTotal'
    | 'postsDone'
    | 'sources'
    | 'candidates'
    | 'results'
    | 'postsPerSecond'
    | 'startedAt'
    | 'finishedAt'
  >
>

/**
 * Takes one step of a run: counts the posts, reads one page of them, judges the best, or ranks the results. Each step
 * and its progress commit together and queue the next one, so that a worker may die at any moment: the run then goes on
 * where it was, and finds nothing twice. A repeated step, or one of a canceled run, does nothing.
 */
export async function takeStep(ctx: Ctx, { projectId, runId, step }: Jobs['leadRun']): Promise<void> {
  const job = { projectId, id: runId, step }
  const answers = await judgeBest(ctx, job)
  await transaction(ctx, async (tx) => {
    const run = await lockStep(tx, job)
    if (!run) return
    const changes = await changesOf(ctx, tx, run, answers)
    await tx
      .update(leadRun)
      .set({ state: 'running', ...changes, step: step + 1, updatedAt: ctx.now() })
      .where(isRun(run))
    await announce(ctx, tx, 'leadRuns', [projectId], runId)
    if (changes.state !== 'done') await ctx.queue.send(tx, 'leadRun', { projectId, runId, step: step + 1 })
  })
}

/** A step that a job has to take. */
export interface RunStep {
  projectId: string
  id: string
  step: number
}

function changesOf(ctx: Ctx, tx: Transaction, run: RunRow, answers: Answers): Promise<StepChanges> {
  switch (run.phase) {
    case 'counting':
      return countPosts(ctx, tx, run)
    case 'reading':
      return readPosts(ctx, tx, run)
    case 'judging':
      return writeAnswers(ctx, tx, run, answers)
    case 'ranking':
      return rankResults(ctx, tx, run)
  }
}

/** Locks a run at this step until the transaction ends. Undefined: the step was taken, or the run is over. */
async function lockStep(tx: Transaction, { projectId, id, step }: RunStep): Promise<RunRow | undefined> {
  const [run] = await tx
    .select()
    .from(leadRun)
    .where(and(isRun({ projectId, id }), eq(leadRun.step, step)))
    .for('update')
  return run?.state === 'queued' || run?.state === 'running' ? run : undefined
}

/** Ends a run whose step failed repeatedly. */
export async function failRun(ctx: Ctx, { projectId, runId, step }: Jobs['leadRun']): Promise<void> {
  await transaction(ctx, async (tx) => {
    const run = await lockStep(tx, { projectId, id: runId, step })
    if (run) await endRun(ctx, tx, run, { state: 'failed', fault: 'A server error stopped this run.' })
  })
}
