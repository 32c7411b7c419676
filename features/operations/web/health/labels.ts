import type { SourceHealth } from '#platform/contract/source-health.ts'
import { bringsItems, sourceName } from '#platform/web/text/source-names.ts'
import { count, rateText, spanText } from '#platform/web/text/units.ts'
import type { Failure, HealthReport, JobKind } from '../../contract.ts'

/** Headings for the kinds of jobs. */
export const jobNames: Record<JobKind, string> = {
  import: 'Import',
  candidates: 'Matching',
  overflow: 'Bulk matching',
  backfill: 'Backfill',
  purge: 'Import removal',
  erase: 'Data deletion',
  export: 'Export',
  reorder: 'Reordering',
  answers: 'Rescoring after judging',
  projectImport: 'Importing projects',
  scoreLead: 'Scoring added leads',
  leadRun: 'Finding leads',
  dueRuns: 'Starting scheduled runs',
  quota: 'Applying plan limits',
  reconcile: 'Billing comparison',
  alerts: 'Sending alerts',
  deliveries: 'Sending to webhooks',
  alertEvents: 'Checking for events to alert about',
  personalAlerts: 'Sending reminders, tasks, and notes',
  stageAlerts: 'Sending stage changes',
  reports: 'Sending reports',
  embed: 'Embeddings',
  needs: 'Judging leads',
  judge: 'Chat model verdicts',
  seo: 'SEO opportunities',
  communities: 'Community details',
  mail: 'Email',
  windows: 'Reply windows',
  release: 'Scheduled release',
  recheck: 'Reddit recheck',
  replyChecks: 'Reply checks',
  hackerNews: 'Hacker News',
  inboxes: 'Reading inboxes',
  messages: 'Sending messages',
  campaigns: 'Campaigns',
  mailOutbox: 'Sending mail',
  mailboxes: 'Reading mailboxes',
  forget: 'Deleted post cleanup',
  insights: 'Counting for insights',
  upkeep: 'Maintenance',
}

/** `idle`: nothing is wrong, but no new posts arrive. */
export type Look = 'quiet' | 'idle' | 'warn' | 'danger'

/** The health in one sentence. */
export interface Summary {
  look: Look
  text: string
}

/** Returns the most important fact: first problems that need a person, then temporary ones. */
export function summaryOf(report: HealthReport, connected: boolean, now: number): Summary {
  const { state, failures, sources, feeds, pipeline } = report
  const failing = sources.find(({ error }) => error !== null)
  if (state === 'failing') return { look: 'danger', text: failures[0] ? failureText(failures) : idleText(failing, now) }
  if (!connected) return { look: 'warn', text: 'Live updates disconnected. Reconnecting…' }
  if (state === 'behind') return { look: 'warn', text: failing ? outageText(failing, now) : behindText(pipeline) }
  const live = sources.filter(bringsItems)
  // Feeds that were never polled have no source yet.
  if (live.length === 0 && feeds.length > 0) return { look: 'quiet', text: 'Waiting for the first posts' }
  if (live.length === 0) return { look: 'idle', text: `No live source · ${unmatchedText(pipeline)}` }
  const rate = live.reduce((sum, { itemsPerMinute }) => sum + itemsPerMinute, 0)
  const lag = pipeline.items > 0 ? `${spanText(pipeline.lagSeconds)} behind` : 'up to date'
  const parts = [live.every(({ source }) => source === 'sandbox') ? 'Receiving sample posts' : 'Receiving posts', lag]
  return { look: 'quiet', text: (rate < 0.5 ? parts : parts.toSpliced(1, 0, rateText(rate))).join(' · ') }
}

function unmatchedText({ items }: HealthReport['pipeline']): string {
  return items > 0 ? `matching ${count(items)} ${items === 1 ? 'post' : 'posts'}` : 'posts come only from imports'
}

function failureText(failures: readonly Failure[]): string {
  const [latest, ...others] = failures
  if (!latest) return ''
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  return `${jobNames[latest.kind]} failed: ${latest.reason}${more}`
}

function behindText({ lagSeconds, items }: HealthReport['pipeline']): string {
  return `${spanText(lagSeconds)} behind · ${count(items)} posts remaining`
}

function idleText(source: SourceHealth | undefined, now: number): string {
  return source ? outageText(source, now) : 'Processing stopped: no worker is running'
}

function outageText({ source, error, lastSuccessAt, nextTryAt }: SourceHealth, now: number): string {
  const next =
    nextTryAt && Date.parse(nextTryAt) > now ? `; retries in ${spanText((Date.parse(nextTryAt) - now) / 1000)}` : ''
  const name = sourceName(source)
  const [stopped, never] = bringsItems({ source }) ? [`No posts from ${name}`, ' yet'] : [`${name} unavailable`, '']
  const since = lastSuccessAt ? ` for ${spanText((now - Date.parse(lastSuccessAt)) / 1000)}` : never
  return `${stopped}${since}: ${error}${next}`
}

/** Returns the number of jobs, the attempts and the time: '3 jobs, each tried 6 times, last failure 2 min ago'. */
export function failureDetails({ count: jobs, tries, lastAt }: Failure, now: number): string {
  const jobsText = jobs === 1 ? '1 job, tried' : `${count(jobs)} jobs, each tried`
  const age = spanText((now - Date.parse(lastAt)) / 1000)
  return `${jobsText} ${tries === 1 ? 'once' : `${tries} times`}, ${jobs === 1 ? 'failed' : 'last failure'} ${age} ago`
}
