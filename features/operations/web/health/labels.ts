import type { SourceHealth } from '#platform/contract/source-health.ts'
import { bringsItems, sourceName } from '#platform/web/text/source-names.ts'
import { count, rateText, spanText } from '#platform/web/text/units.ts'
import type { Failure, HealthReport, JobKind } from '../../contract.ts'

/** What a kind of job does, as a heading. */
export const jobNames: Record<JobKind, string> = {
  import: 'Import',
  candidates: 'Matching',
  overflow: 'Bulk matching',
  backfill: 'Backfill',
  purge: 'Removal of an import',
  erase: 'Erasing',
  export: 'Exports',
  learn: 'Learning from decisions',
  rescore: 'Weighing scores',
  embed: 'Comparing by meaning',
  communities: 'Reading of communities',
  mail: 'Mail',
  freshness: 'Ageing of leads',
  release: 'Release of what was found',
  recheck: 'Looking again on Reddit',
  forget: 'Forgetting what was deleted',
  upkeep: 'Upkeep',
}

export type Look = 'quiet' | 'warn' | 'danger'

/** The one sentence that says how things are. */
export interface Summary {
  look: Look
  text: string
}

/** What is said first: what needs a person, then what passes by itself, then that all is well. */
export function summaryOf(report: HealthReport, connected: boolean, now: number): Summary {
  const { state, failures, sources, pipeline } = report
  const stumbling = sources.find(({ error }) => error !== null)
  if (state === 'failing')
    return { look: 'danger', text: failures[0] ? failureText(failures) : idleText(stumbling, now) }
  if (!connected) return { look: 'warn', text: 'Live updates are interrupted; trying again' }
  if (state === 'behind')
    return { look: 'warn', text: stumbling ? stumblingText(stumbling, now) : behindText(pipeline) }
  const rate = pipeline.itemsPerMinute
  const lag = pipeline.items > 0 ? `${spanText(pipeline.lagSeconds)} behind` : 'up to date'
  const parts = [sources.some(bringsItems) ? 'Listening' : 'No live source', lag]
  return { look: 'quiet', text: (rate < 0.5 ? parts : parts.toSpliced(1, 0, rateText(rate))).join(' · ') }
}

function failureText(failures: readonly Failure[]): string {
  const [latest, ...others] = failures
  if (!latest) return ''
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  return `${jobNames[latest.kind]} failed: ${latest.reason}${more}`
}

function behindText({ lagSeconds, items }: HealthReport['pipeline']): string {
  return `${spanText(lagSeconds)} behind · ${count(items)} items to go`
}

function idleText(source: SourceHealth | undefined, now: number): string {
  return source ? stumblingText(source, now) : 'Nothing is being worked on: no worker is running'
}

function stumblingText({ source, error, lastSuccessAt, nextTryAt }: SourceHealth, now: number): string {
  const since = lastSuccessAt ? ` for ${spanText((now - Date.parse(lastSuccessAt)) / 1000)}` : ' yet'
  const next =
    nextTryAt && Date.parse(nextTryAt) > now ? `; next try in ${spanText((Date.parse(nextTryAt) - now) / 1000)}` : ''
  const name = sourceName(source)
  const stopped = bringsItems({ source }) ? `Nothing from ${name}` : `${name} has not worked`
  return `${stopped}${since}: ${error}${next}`
}

/** How often, how hard and when: '3 jobs, each tried 6 times, the last 2 min ago'. */
export function failureDetails({ count: jobs, tries, lastAt }: Failure, now: number): string {
  const which = jobs === 1 ? '1 job, tried' : `${count(jobs)} jobs, each tried`
  const when = spanText((now - Date.parse(lastAt)) / 1000)
  return `${which} ${tries === 1 ? 'once' : `${tries} times`}, ${jobs === 1 ? 'given up' : 'the last given up'} ${when} ago`
}
