import type { Transaction } from '../database/database.ts'

/** A batch of arrivals: its day (`infinity` if pinned) and its id. */
export interface BatchKey {
  arrivedOn: string
  batchId: string
}

/** A page of a backfill: its version, and where the previous page ended. */
export interface BackfillPage {
  version: number
  /** The number of items in the previous pages. A page runs only if the project's count matches. */
  done: number
  /** The last batch read or, after all batches, the last rechecked candidate's post. */
  after: { batch: BatchKey } | { postId: string | null }
}

/** A page of leads to rescore: the version of what was learned, and the previous page's last lead. */
interface LearnPage {
  version: number
  /** Transactions before this one may have scored leads by less; the first page waits for them. */
  until: string
  after: string | null
}

/** The jobs of the pipeline and their data: ids only, never content (DESIGN 3). */
export interface Jobs {
  /** Find candidates in a new batch for every active project. */
  candidates: BatchKey
  /** Match one batch of a project's overflow: one with so many candidates that other projects would wait. */
  overflow: { projectId: string }
  /**
   * Backfill one project, one page at a time; starts at the beginning without a page. `real`: a real item arrived, so
   * switch the project from the sandbox to real data.
   */
  backfill: { projectId: string; page?: BackfillPage; real?: true }
  /** Import an archive that was uploaded or is in the server's folder. */
  import: { importId: string }
  /** Delete what an import added. */
  purge: { importId: string }
  /** Move rows whose freshness step has passed (DESIGN 4). */
  freshness: Record<string, never>
  /** Release leads and mentions that are due (DECISIONS 21). */
  release: Record<string, never>
  /** Rescore a project's open leads with what it learned, one page at a time. */
  learn: { projectId: string; from?: LearnPage }
  /** Rescore a project's leads with its saved weights, one page at a time. */
  rescore: { projectId: string; after?: string }
  /** Erase an account or project, and again once every transaction that may have written more has ended. */
  erase: { erasureId: string }
  /** Write a requested export file. */
  export: { exportId: string }
  /** Send one mail or, without an id, all due mails. */
  mail: { mailId?: string }
  /** Get embeddings of descriptions and leads from the configured endpoint and compare them. */
  embed: Record<string, never>
  /** Refresh the community profiles that are due. */
  communities: Record<string, never>
  /** Check which posts are still on Reddit, within the rate limit, and forget those that are gone. */
  recheck: Record<string, never>
  /** Check forgotten posts again, once every transaction that may have written more has ended. */
  forget: Record<string, never>
  /** Create partitions ahead, drop expired ones, and delete and aggregate old rows. */
  upkeep: Record<string, never>
}
export type JobName = keyof Jobs

interface SendOptions {
  /** Higher runs earlier; 0 by default. */
  priority?: number
  /** The delay before the earliest start. */
  afterSeconds?: number
}

/** Sends jobs within the caller's transaction: a rollback also cancels the job. */
export interface Queue {
  send<N extends JobName>(tx: Transaction, name: N, data: Jobs[N], options?: SendOptions): Promise<void>
}
