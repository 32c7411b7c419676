import type { Transaction } from '../database/database.ts'

/** A batch of arrivals: its day, or `infinity` where it is pinned, and its id. */
export interface BatchKey {
  arrivedOn: string
  batchId: string
}

/** A page of a look-back: of which version, and where the page before ended. */
export interface ScanPage {
  version: number
  /** Items that the pages before dealt with; a page runs only if the project is just there. */
  done: number
  /** The last batch read; or once all are, the post of the last of the project's own candidates looked at again. */
  after: { batch: BatchKey } | { postId: string | null }
}

/** A page of leads that are scored by what was learned: by which version, and after which lead. */
interface LearnPage {
  version: number
  /** Transactions before this one may have scored leads by less; the first page waits for them. */
  until: string
  after: string | null
}

/** The jobs of the pipeline with what each carries: ids only, never content (DESIGN 3). */
export interface Jobs {
  /** Find candidates among a batch that arrived, for every listening project. */
  candidates: BatchKey
  /** Do both with one batch for a project that finds too much to let others wait for it. */
  postponed: { projectId: string }
  /**
   * Look back for one project, a page at a time; without a page it begins. Real: something real arrived for it; it is seen
   * to that it sees what is real and listens to the sandbox no more.
   */
  scan: { projectId: string; page?: ScanPage; real?: true }
  /** Bring an archive in that was uploaded or lies in the server's folder. */
  import: { importId: string }
  /** Take away what an import brought in. */
  purge: { importId: string }
  /** Move rows whose freshness step has passed (DESIGN 4). */
  freshness: Record<string, never>
  /** Release what was found and held until now (DECISIONS 21). */
  release: Record<string, never>
  /** Score a project's open leads by what it learned, a page at a time. */
  learn: { projectId: string; from?: LearnPage }
  /** Score a project's leads by the weights that were saved for it, a page at a time. */
  weigh: { projectId: string; after?: string }
  /** Take away what is to be erased, and look again once all are done who may have written more of it. */
  erase: { erasureId: string }
  /** Write the file that somebody asked for. */
  export: { exportId: string }
  /** Send one mail, or with nothing said all that are due. */
  mail: { mailId?: string }
  /** Ask the configured endpoint what descriptions and leads mean, and compare them. */
  embed: Record<string, never>
  /** Read what communities say of themselves, as far as it is due. */
  communities: Record<string, never>
  /** See what is still on Reddit, as far as it may be asked, and forget what is not. */
  recheck: Record<string, never>
  /** Go once more over what was forgotten, once nobody is left who may have written more of it. */
  forget: Record<string, never>
  /** Make days ahead, drop those that are over, tidy and fold. */
  upkeep: Record<string, never>
}
export type JobName = keyof Jobs

interface SendOptions {
  /** Greater is earlier; 0 where nothing is said. */
  priority?: number
  /** Not to be begun before. */
  afterSeconds?: number
}

/** Enqueues within the caller's transaction: a roll-back takes the job with it. */
export interface Queue {
  send<N extends JobName>(tx: Transaction, name: N, data: Jobs[N], options?: SendOptions): Promise<void>
}
