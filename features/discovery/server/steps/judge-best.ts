import { and, eq } from 'drizzle-orm'
import type { NeedLogits } from '#engine/judge/need.ts'
import { judged } from '#engine/judge/question.ts'
import { withJudgments } from '#engine/judge/with-judgments.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { NeedJudgeError } from '#platform/server/services.ts'
import { isRun } from '../change-runs.ts'
import type { RunRow } from '../runs.ts'
import { leadRun, leadRunResult } from '../tables.ts'
import { bestResults } from './run-results.ts'
import type { RunStep, StepChanges } from './take-step.ts'

/** The shipped judge's answers on a run's best results, by post. */
export type Answers = ReadonlyMap<string, NeedLogits>

/**
 * Asks the shipped judge about a run's best results, if that is its next step. No lock is held meanwhile, and a repeated
 * step asks again. Without a judge on this machine, the first order stands.
 */
export async function judgeBest(ctx: Ctx, step: RunStep): Promise<Answers> {
  const { openNeedJudge } = ctx
  if (!openNeedJudge) return new Map()
  const next = await transaction(ctx, async (tx) => {
    const [run] = await tx
      .select()
      .from(leadRun)
      .where(and(isRun(step), eq(leadRun.step, step.step), eq(leadRun.phase, 'judging'), eq(leadRun.state, 'running')))
    return run && { run, best: await bestResults(tx, run, judged.candidates) }
  })
  if (!next || next.best.length === 0) return new Map()
  const items = next.best.map(({ item }) => item)
  const judge = openNeedJudge()
  try {
    const logits = await judge.judge(next.run.profile, items)
    return new Map(items.map(({ id }, at) => [id, logits[at]!]))
  } catch (error) {
    if (!(error instanceof NeedJudgeError)) throw error
    ctx.log.warn({ error: error.message }, 'the shipped judge failed in a run')
    return new Map()
  } finally {
    await judge.close()
  }
}

/** Adds the judge's answers to the scores. Results that were forgotten meanwhile stay without. */
export async function writeAnswers(ctx: Ctx, tx: Transaction, run: RunRow, answers: Answers): Promise<StepChanges> {
  for (const { result } of await bestResults(tx, run, judged.candidates)) {
    const need = answers.get(result.postId)
    if (!need || result.components.length === 0) continue
    const first = { ...result, isOnTopic: result.label > 0 }
    const { score, label, components } = withJudgments(first, { need, verdict: null })
    await tx
      .update(leadRunResult)
      .set({ score, label, components, updatedAt: ctx.now() })
      .where(and(eq(leadRunResult.projectId, run.projectId), eq(leadRunResult.id, result.id)))
  }
  return { phase: 'ranking' }
}
