import { accountsFeature } from '#features/accounts/server/feature.ts'
import { agenciesFeature } from '#features/agencies/server/feature.ts'
import { alertsFeature } from '#features/alerts/server/feature.ts'
import { billingFeature } from '#features/billing/server/feature.ts'
import { crmFeature } from '#features/crm/server/feature.ts'
import { dashboardFeature } from '#features/dashboard/server/feature.ts'
import { discoveryFeature } from '#features/discovery/server/feature.ts'
import { hackerNewsFeature } from '#features/hackernews/server/feature.ts'
import { insightsFeature } from '#features/insights/server/feature.ts'
import { integrationsFeature } from '#features/integrations/server/feature.ts'
import { itemsFeature } from '#features/items/server/feature.ts'
import { leadsFeature } from '#features/leads/server/feature.ts'
import { matchingFeature } from '#features/matching/server/feature.ts'
import { mentionsFeature } from '#features/mentions/server/feature.ts'
import { messagesFeature } from '#features/messages/server/feature.ts'
import { operationsFeature, operationsUpkeep, type WebFacts } from '#features/operations/server/feature.ts'
import { privacyFeature } from '#features/privacy/server/feature.ts'
import { projectsFeature } from '#features/projects/server/feature.ts'
import { projects } from '#features/projects/server/index.ts'
import { redditFeature } from '#features/reddit/server/feature.ts'
import { repliesFeature } from '#features/replies/server/feature.ts'
import { searchFeature } from '#features/search/server/feature.ts'
import { seoFeature } from '#features/seo/server/feature.ts'
import { teamFeature } from '#features/team/server/feature.ts'
import { viewsFeature } from '#features/views/server/feature.ts'
import { watchlistFeature } from '#features/watchlist/server/feature.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Feature, JobSteps } from '#platform/server/feature.ts'
import { jobNames } from '#platform/server/jobs/boss.ts'
import { mailJobs } from '#platform/server/mail/deliver.ts'
import { requeueLostJobs } from './requeue-lost-jobs.ts'

/** All features except operations, whose endpoints report on the process that they run in. */
const features: readonly Feature[] = [
  accountsFeature(projects),
  agenciesFeature,
  alertsFeature,
  billingFeature,
  crmFeature,
  dashboardFeature,
  discoveryFeature,
  insightsFeature,
  integrationsFeature,
  hackerNewsFeature,
  itemsFeature,
  leadsFeature,
  matchingFeature,
  mentionsFeature,
  messagesFeature,
  privacyFeature,
  projectsFeature,
  redditFeature,
  repliesFeature,
  searchFeature,
  seoFeature,
  teamFeature,
  viewsFeature,
  watchlistFeature,
]

/** Returns all features of the server. */
export function serverFeatures(facts: WebFacts): readonly Feature[] {
  return [...features, operationsFeature(facts)]
}

/** The step of each job. Throws if one is missing or defined twice. */
export const jobSteps: JobSteps = stepsOf([
  mailJobs,
  { upkeep: { run: runUpkeep, cron: '17 * * * *' } },
  ...features.map(({ jobs = {} }) => jobs),
])

function stepsOf(all: readonly Partial<JobSteps>[]): JobSteps {
  const names = all.flatMap((jobs) => Object.keys(jobs))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`two features have a job called ${twice}`)
  const missing = jobNames.find((name) => !names.includes(name))
  if (missing) throw new Error(`no feature runs the job ${missing}`)
  return Object.assign({}, ...all)
}

/** Runs the hourly upkeep of every feature and restarts stuck work. */
export async function runUpkeep(ctx: Ctx): Promise<void> {
  for (const upkeep of [operationsUpkeep, ...features.map((feature) => feature.upkeep)]) await upkeep?.(ctx)
  await requeueLostJobs(ctx)
}
