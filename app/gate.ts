import { actorOfApiToken, isApiToken } from '#features/accounts/server/api-tokens.ts'
import { actorOf } from '#features/accounts/server/sessions/sessions.ts'
import { entitlementsOf } from '#features/billing/server/access.ts'
import { hasWorkingProject } from '#features/projects/server/projects.ts'
import type { Gate } from '#platform/server/permissions/gate.ts'

/** Who asks, and what is open to them. */
export const gate: Gate = {
  actorOf: async (ctx, { from, value }) => {
    if (!isApiToken(value)) return actorOf(ctx, value)
    // Browsers have no use for API tokens, and would send one along wherever they are led.
    return from === 'header' ? actorOfApiToken(ctx, value) : null
  },
  entitlementsOf,
  hasWorkingProject,
}
