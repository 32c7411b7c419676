import type { Transaction } from './db/database.ts'

/** The jobs of the pipeline with what each carries: ids only, never content (DESIGN 3). */
export interface Jobs {
  /** Find candidates among a batch of posts that arrived, for every listening project. */
  candidates: { batchId: string }
  /** Look back: find candidates for one project among all kept posts, a page of them at a time. */
  scan: { projectId: string; after: string | null }
  /** Score the unscored candidates of one project. */
  score: { projectId: string }
  /** Turn scored candidates of one project into opportunities. */
  opportunities: { projectId: string }
  /** Move rows whose freshness step has passed (DESIGN 4). */
  freshness: Record<string, never>
}
export type JobName = keyof Jobs

/** Enqueues within the caller's transaction: a roll-back takes the job with it. */
export interface Queue {
  send<N extends JobName>(tx: Transaction, name: N, data: Jobs[N]): Promise<void>
}
