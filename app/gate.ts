import { actorOfApiToken, isApiToken } from '#features/accounts/server/api-tokens.ts'
import { actorOf } from '#features/accounts/server/sessions/sessions.ts'
import { entitlementsOf, isInternalAdmin } from '#features/billing/server/access.ts'
import { hasWorkingProject } from '#features/projects/server/projects.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import type { Gate } from '#platform/server/permissions/gate.ts'

/** Authenticates callers and looks up what they may access. */
export const gate: Gate = {
  actorOf: async (ctx, { from, value }) => {
    if (!isApiToken(value)) return actorOf(ctx, value)
    // Accepts API tokens in headers only: in a cookie, a browser would send one with every request.
    return from === 'header' ? actorOfApiToken(ctx, value) : null
  },
  entitlementsOf,
  hasWorkingProject,
  isInternalAdmin: (ctx, actor) => {
    const own = actingAs(ctx, actor)
    return readOnly(own, (tx) => isInternalAdmin(own, tx))
  },
}
