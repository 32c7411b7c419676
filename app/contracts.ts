import { apiTokensEndpoints, identityEndpoints, socialEndpoints } from '#features/accounts/contract.ts'
import { twoFactorEndpoints } from '#features/accounts/contract-factors.ts'
import { passkeyEndpoints } from '#features/accounts/contract-passkeys.ts'
import { agenciesEndpoints } from '#features/agencies/contract.ts'
import { alertRulesContract, alertsEndpoints } from '#features/alerts/contract.ts'
import { destinationsEndpoints } from '#features/alerts/contract-deliveries.ts'
import { personalEndpoints } from '#features/alerts/contract-personal.ts'
import { pushEndpoints } from '#features/alerts/contract-push.ts'
import { billingEndpoints } from '#features/billing/contract.ts'
import { leadReminderEndpoints, notesContract, peopleContract, remindersContract } from '#features/crm/contract.ts'
import { noticesEndpoints } from '#features/crm/contract-notices.ts'
import { mergeEndpoints, peopleEndpoints } from '#features/crm/contract-people.ts'
import { peopleTotalsEndpoints, personStagesContract } from '#features/crm/contract-stages.ts'
import { tasksContract } from '#features/crm/contract-tasks.ts'
import { timelineEndpoints } from '#features/crm/contract-timeline.ts'
import { dashboardEndpoints } from '#features/dashboard/contract.ts'
import { leadRunsEndpoints } from '#features/discovery/contract.ts'
import { reportsContract } from '#features/insights/contract.ts'
import { insightAnnotationsContract } from '#features/insights/contract-annotations.ts'
import { insightBoardsEndpoints } from '#features/insights/contract-boards.ts'
import { reportDeliveryEndpoints } from '#features/insights/contract-delivery.ts'
import { insightQuotesEndpoints } from '#features/insights/contract-quotes.ts'
import { insightSeriesEndpoints } from '#features/insights/contract-series.ts'
import { sharedInsightsEndpoints } from '#features/insights/contract-shared.ts'
import { insightSharesEndpoints } from '#features/insights/contract-shares.ts'
import { viewFeedsEndpoints } from '#features/integrations/contract.ts'
import { itemsEndpoints } from '#features/items/contract.ts'
import { droppedPostsEndpoints, opportunitiesEndpoints } from '#features/leads/contract.ts'
import { importsEndpoints } from '#features/matching/contract.ts'
import { mentionsEndpoints } from '#features/mentions/contract.ts'
import { conversationsContract, messagesContract } from '#features/messages/contract.ts'
import { campaignEndpoints, campaignsContract } from '#features/messages/contract-campaigns.ts'
import { mailboxEndpoints } from '#features/messages/contract-mailboxes.ts'
import { outboxEndpoints } from '#features/messages/contract-outbox.ts'
import {
  captureEndpoints,
  feedbackEndpoints,
  healthEndpoints,
  mailEndpoints,
  programEndpoints,
} from '#features/operations/contract.ts'
import { adminEndpoints } from '#features/operations/contract-admin.ts'
import { dataEndpoints } from '#features/privacy/contract.ts'
import { projectsEndpoints, setupEndpoints, websiteEndpoints } from '#features/projects/contract.ts'
import { projectImportEndpoints } from '#features/projects/contract-import.ts'

import {
  communitiesEndpoints,
  forgettingEndpoints,
  liveSearchEndpoints,
  redditAccountsEndpoints,
  threadEndpoints,
} from '#features/reddit/contract.ts'
import { playbookEndpoints } from '#features/reddit/contract-playbook.ts'
import { promptsContract, promptVersionsEndpoints, replyModelEndpoints } from '#features/replies/contract.ts'
import { cannedRepliesContract } from '#features/replies/contract-canned.ts'
import { replyDraftsEndpoints } from '#features/replies/contract-drafts.ts'
import { replyTeamEndpoints } from '#features/replies/contract-team.ts'
import { postSearchEndpoints, savedSearchesContract } from '#features/search/contract.ts'
import { seoEndpoints } from '#features/seo/contract.ts'
import { membersEndpoints } from '#features/team/contract.ts'
import { savedViewsContract } from '#features/views/contract.ts'
import {
  competitorsContract,
  keywordHealthEndpoints,
  keywordPreviewEndpoints,
  keywordsContract,
  watchlistEditEndpoints,
} from '#features/watchlist/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { PlatformEndpoints } from '#platform/contract/session.ts'

/** All endpoints. The server registers them, the web app calls them, and OpenAPI is generated from them. */
export const endpoints = {
  ...programEndpoints,
  ...captureEndpoints,
  ...identityEndpoints,
  ...socialEndpoints,
  ...twoFactorEndpoints,
  ...passkeyEndpoints,
  ...apiTokensEndpoints,
  ...projectsEndpoints,
  ...projectImportEndpoints,
  ...setupEndpoints,
  ...websiteEndpoints,
  ...communitiesEndpoints,
  ...playbookEndpoints,
  ...threadEndpoints,
  ...liveSearchEndpoints,
  ...healthEndpoints,
  ...mailEndpoints,
  ...keywordHealthEndpoints,
  ...keywordsContract.endpoints,
  ...competitorsContract.endpoints,
  ...keywordPreviewEndpoints,
  ...watchlistEditEndpoints,
  ...opportunitiesEndpoints,
  ...droppedPostsEndpoints,
  ...dashboardEndpoints,
  ...leadRunsEndpoints,
  ...mentionsEndpoints,
  ...notesContract.endpoints,
  ...noticesEndpoints,
  ...remindersContract.endpoints,
  ...leadReminderEndpoints,
  ...promptsContract.endpoints,
  ...promptVersionsEndpoints,
  ...replyDraftsEndpoints,
  ...replyModelEndpoints,
  ...cannedRepliesContract.endpoints,
  ...replyTeamEndpoints,
  ...savedSearchesContract.endpoints,
  ...savedViewsContract.endpoints,
  ...postSearchEndpoints,
  ...seoEndpoints,
  ...alertRulesContract.endpoints,
  ...alertsEndpoints,
  ...viewFeedsEndpoints,
  ...itemsEndpoints,
  ...destinationsEndpoints,
  ...pushEndpoints,
  ...personalEndpoints,
  ...reportsContract.endpoints,
  ...reportDeliveryEndpoints,
  ...insightSeriesEndpoints,
  ...insightBoardsEndpoints,
  ...insightAnnotationsContract.endpoints,
  ...insightQuotesEndpoints,
  ...insightSharesEndpoints,
  ...sharedInsightsEndpoints,
  ...peopleContract.endpoints,
  ...peopleEndpoints,
  ...peopleTotalsEndpoints,
  ...mergeEndpoints,
  ...timelineEndpoints,
  ...personStagesContract.endpoints,
  ...tasksContract.endpoints,
  ...conversationsContract.endpoints,
  ...messagesContract.endpoints,
  ...campaignsContract.endpoints,
  ...campaignEndpoints,
  ...outboxEndpoints,
  ...mailboxEndpoints,
  ...redditAccountsEndpoints,
  ...importsEndpoints,
  ...forgettingEndpoints,
  ...membersEndpoints,
  ...agenciesEndpoints,
  ...billingEndpoints,
  ...dataEndpoints,
  ...feedbackEndpoints,
  ...adminEndpoints,
} as const satisfies Record<string, Endpoint> & PlatformEndpoints
export type EndpointName = keyof typeof endpoints
