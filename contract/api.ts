import type { Endpoint } from './endpoint.ts'
import { apiTokensEndpoints } from './endpoints/api-tokens.ts'
import { billingEndpoints } from './endpoints/billing.ts'
import { identityEndpoints } from './endpoints/identity.ts'
import { importsEndpoints } from './endpoints/imports.ts'
import { listeningEndpoints } from './endpoints/listening.ts'
import { membersEndpoints } from './endpoints/members.ts'
import { opportunitiesEndpoints } from './endpoints/opportunities.ts'
import { programEndpoints } from './endpoints/program.ts'
import { projectsEndpoints } from './endpoints/projects.ts'
import { socialEndpoints } from './endpoints/social.ts'
import { websiteEndpoints } from './endpoints/website.ts'

/** The one table of endpoints. The server registers it, the web calls it, OpenAPI is generated from it. */
export const endpoints = {
  ...programEndpoints,
  ...identityEndpoints,
  ...socialEndpoints,
  ...apiTokensEndpoints,
  ...projectsEndpoints,
  ...websiteEndpoints,
  ...listeningEndpoints,
  ...opportunitiesEndpoints,
  ...importsEndpoints,
  ...membersEndpoints,
  ...billingEndpoints,
} as const satisfies Record<string, Endpoint>
export type EndpointName = keyof typeof endpoints
