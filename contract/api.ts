import type { Endpoint } from './endpoint.ts'
import { alertRulesEndpoints } from './endpoints/alert-rules.ts'
import { apiTokensEndpoints } from './endpoints/api-tokens.ts'
import { billingEndpoints } from './endpoints/billing.ts'
import { campaignsEndpoints } from './endpoints/campaigns.ts'
import { captureEndpoints } from './endpoints/capture.ts'
import { communitiesEndpoints } from './endpoints/communities.ts'
import { conversationsEndpoints } from './endpoints/conversations.ts'
import { dataEndpoints } from './endpoints/data.ts'
import { feedbackEndpoints } from './endpoints/feedback.ts'
import { forgettingEndpoints } from './endpoints/forgettings.ts'
import { healthEndpoints } from './endpoints/health.ts'
import { identityEndpoints } from './endpoints/identity.ts'
import { importsEndpoints } from './endpoints/imports.ts'
import { listeningEndpoints } from './endpoints/listening.ts'
import { listeningEditEndpoints } from './endpoints/listening-edits.ts'
import { membersEndpoints } from './endpoints/members.ts'
import { mentionsEndpoints } from './endpoints/mentions.ts'
import { notesEndpoints } from './endpoints/notes.ts'
import { opportunitiesEndpoints } from './endpoints/opportunities.ts'
import { peopleEndpoints } from './endpoints/people.ts'
import { programEndpoints } from './endpoints/program.ts'
import { projectsEndpoints } from './endpoints/projects.ts'
import { promptsEndpoints } from './endpoints/prompts.ts'
import { redditAccountsEndpoints } from './endpoints/reddit-accounts.ts'
import { remindersEndpoints } from './endpoints/reminders.ts'
import { reportsEndpoints } from './endpoints/reports.ts'
import { savedSearchesEndpoints } from './endpoints/saved-searches.ts'
import { socialEndpoints } from './endpoints/social.ts'
import { websiteEndpoints } from './endpoints/website.ts'

/** The one table of endpoints. The server registers it, the web calls it, OpenAPI is generated from it. */
export const endpoints = {
  ...programEndpoints,
  ...captureEndpoints,
  ...identityEndpoints,
  ...socialEndpoints,
  ...apiTokensEndpoints,
  ...projectsEndpoints,
  ...websiteEndpoints,
  ...communitiesEndpoints,
  ...healthEndpoints,
  ...listeningEndpoints,
  ...listeningEditEndpoints,
  ...opportunitiesEndpoints,
  ...mentionsEndpoints,
  ...notesEndpoints,
  ...remindersEndpoints,
  ...promptsEndpoints,
  ...savedSearchesEndpoints,
  ...alertRulesEndpoints,
  ...reportsEndpoints,
  ...peopleEndpoints,
  ...conversationsEndpoints,
  ...campaignsEndpoints,
  ...redditAccountsEndpoints,
  ...importsEndpoints,
  ...forgettingEndpoints,
  ...membersEndpoints,
  ...billingEndpoints,
  ...dataEndpoints,
  ...feedbackEndpoints,
} as const satisfies Record<string, Endpoint>
export type EndpointName = keyof typeof endpoints
