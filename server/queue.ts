import type { Transaction } from './db/database.ts'

/** The jobs of the pipeline with what each carries: ids only, never content (DESIGN 3). */
export interface Jobs {
  /** Find candidates among a batch of posts that arrived, for every listening project. */
  candidates: { batchId: string }
  /**
   * Look back: find candidates for one project among all kept posts, a page of them at a time. Who changes what a
   * project listens for sends the first page without a version; later pages carry the one that the scan began with.
   */
  scan: { projectId: string; after: string | null; version?: number }
  /** Score the unscored candidates of a batch. */
  score: { batchId: string }
  /** Turn the scored candidates of a batch into opportunities. */
  opportunities: { batchId: string }
  /** Bring a look-back to its end once all its batches are through; `scanned` is the version it reached the end of. */
  settle: { projectId: string; scanned?: number }
  /** Move rows whose freshness step has passed (DESIGN 4). */
  freshness: Record<string, never>
}
export type JobName = keyof Jobs

/** Enqueues within the caller's transaction: a roll-back takes the job with it. */
export interface Queue {
  send<N extends JobName>(tx: Transaction, name: N, data: Jobs[N]): Promise<void>
}
