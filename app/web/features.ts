import { accountsFeature } from '#features/accounts/web/feature.tsx'
import { agenciesFeature } from '#features/agencies/web/feature.tsx'
import { alertsFeature } from '#features/alerts/web/feature.tsx'
import { billingFeature } from '#features/billing/web/feature.tsx'
import { crmFeature } from '#features/crm/web/feature.tsx'
import { dashboardFeature } from '#features/dashboard/web/feature.tsx'
import { insightsFeature } from '#features/insights/web/feature.tsx'
import { integrationsFeature } from '#features/integrations/web/feature.tsx'
import { itemsFeature } from '#features/items/web/feature.tsx'
import { leadsFeature } from '#features/leads/web/feature.tsx'
import { matchingFeature } from '#features/matching/web/feature.tsx'
import { mentionsFeature } from '#features/mentions/web/feature.tsx'
import { messagesFeature } from '#features/messages/web/feature.tsx'
import { operationsFeature } from '#features/operations/web/feature.tsx'
import { privacyFeature } from '#features/privacy/web/feature.tsx'
import { projectsFeature } from '#features/projects/web/feature.tsx'
import { redditFeature } from '#features/reddit/web/feature.tsx'
import { repliesFeature } from '#features/replies/web/feature.tsx'
import { searchFeature } from '#features/search/web/feature.tsx'
import { seoFeature } from '#features/seo/web/feature.tsx'
import { teamFeature } from '#features/team/web/feature.tsx'
import { viewsFeature } from '#features/views/web/feature.tsx'
import { watchlistFeature } from '#features/watchlist/web/feature.tsx'
import type { WebFeature } from '#platform/web/feature.ts'

/** The features with screens or parts of other screens, in any order. */
export const features: readonly WebFeature[] = [
  accountsFeature,
  agenciesFeature,
  alertsFeature,
  billingFeature,
  crmFeature,
  dashboardFeature,
  integrationsFeature,
  itemsFeature,
  insightsFeature,
  leadsFeature,
  matchingFeature,
  mentionsFeature,
  messagesFeature,
  operationsFeature,
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
