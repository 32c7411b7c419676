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

/** The jobs of the pipeline and their data: ids only, never content (DESIGN 3). */
export interface Jobs {
  /** Finds candidates in a new batch for every active project. */
  candidates: BatchKey
  /** Matches one batch of a project's overflow: one with so many candidates that other projects would wait. */
  overflow: { projectId: string }
  /**
   * Backfills one project, one page at a time; starts at the beginning without a page. `real`: a real item arrived, so
   * it switches the project from the sandbox to real data.
   */
  backfill: { projectId: string; page?: BackfillPage; real?: true }
  /** Imports an archive that was uploaded or is in the server's folder. */
  import: { importId: string }
  /** Finishes the import of an exported project: adds its posts and leads, and starts its first scan. */
  projectImport: { projectId: string }
  /** Deletes the rows that an import added. */
  purge: { importId: string }
  /** Moves leads whose reply window has passed (DESIGN 4). */
  windows: Record<string, never>
  /** Releases leads and mentions that are due (DECISIONS 21). */
  release: Record<string, never>
  /** Orders a project's leads by its saved weights, one page at a time. */
  reorder: { projectId: string; after?: string }
  /** Scores these posts of a project again, after a judge has answered on them. */
  answers: { projectId: string; postIds: string[] }
  /** Takes one step of a search for leads; the step queues the next one. */
  leadRun: { projectId: string; runId: string; step: number }
  /** Starts the searches for leads that are due. */
  dueRuns: Record<string, never>
  /** Scores a lead that a member added from the dropped posts or a search. */
  scoreLead: { projectId: string; postId: string }
  /** Keeps a project's watchlist within its plan, after the plan changed. */
  quota: { projectId: string }
  /** Compares subscriptions and payments with the payment provider. */
  reconcile: Record<string, never>
  /** Erases an account or project, and again once every transaction that may have written more has ended. */
  erase: { erasureId: string }
  /** Writes a requested export file. */
  export: { exportId: string }
  /** Sends one mail or, without an id, all due mails. */
  mail: { mailId?: string }
  /** Compares new leads and mentions with the alert rules, and writes the messages that are due. */
  alerts: Record<string, never>
  /** Sends the messages to destinations that are due. */
  deliveries: Record<string, never>
  /** Sends the direct messages and public replies that are due. */
  messages: Record<string, never>
  /** Sends the mails that are due. */
  mailOutbox: Record<string, never>
  /** Reads connected mailboxes, and finds out what became of mails that weren't confirmed. */
  mailboxes: Record<string, never>
  /** Adds people to active campaigns, and queues the messages that are due. */
  campaigns: Record<string, never>
  /** Looks for spikes, noisy keywords, and other events that alert rules are about. */
  alertEvents: Record<string, never>
  /** Alerts people to their due reminders and tasks, and the notes that mention them. */
  personalAlerts: Record<string, never>
  stageAlerts: Record<string, never>
  /** Sends the scheduled reports that are due. */
  reports: Record<string, never>
  /** Gets embeddings of descriptions and leads from the configured endpoint and compares them. */
  embed: Record<string, never>
  /** Judges the projects' best leads with the shipped judge. */
  needs: Record<string, never>
  /** Asks the configured chat model which of the projects' best leads are leads. */
  judge: Record<string, never>
  /** Asks search engines and the chat model which threads rank and are cited, month by month (docs/decisions/0122). */
  seo: Record<string, never>
  /** Refreshes the community profiles that are due. */
  communities: Record<string, never>
  /** Checks which posts are still on Reddit, within the rate limit, and forgets those that are gone. */
  recheck: Record<string, never>
  /** Asks Reddit what it still shows of posted replies. */
  replyChecks: Record<string, never>
  /** Reads Hacker News, and checks what it still shows of stored items. */
  hackerNews: Record<string, never>
  /** Reads the inboxes of connected accounts, and reopens conversations that were snoozed until now. */
  inboxes: Record<string, never>
  /** Checks forgotten posts again, once every transaction that may have written more has ended. */
  forget: Record<string, never>
  /** Counts the days again whose leads or mentions changed. */
  insights: Record<string, never>
  /** Creates partitions ahead, drops expired ones, and deletes and aggregates old rows. */
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
