import type { z } from 'zod'
import { isProductDescribed, isReached } from '#engine/rules/setup-steps.ts'
import { applySetupAlerts } from '#features/alerts/server/index.ts'
import { requireAgency } from '#features/billing/server/index.ts'
import { releasesChanged } from '#features/leads/server/index.ts'
import { insertPrompts } from '#features/replies/server/index.ts'
import { insertWatchlist, requireReadable, startBackfill } from '#features/watchlist/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import type { UnfinishedSetup } from '#platform/server/tenancy/tables.ts'
import type { Project, SetupCompletion } from '../../contract.ts'
import { firstSeeing } from '../first-seeing.ts'
import { projects, writeProject } from '../projects.ts'
import { type Draft, lockDraft } from './drafts.ts'

/**
 * Finishes the caller's setup with what is there: the project gets its watchlist and prompts, and its first scan starts
 * (DECISIONS 16). Throws ValidationError if the product has no name or description, or if a keyword can't be parsed, and
 * ConflictError for an agency's client if the caller has no Agency subscription.
 */
export async function completeSetup(ctx: Ctx, { timeZone }: z.output<typeof SetupCompletion>): Promise<Project> {
  return transaction(ctx, async (tx) => {
    const draft = await lockDraft(ctx, tx)
    if (!draft) throw new ApiError('ConflictError', 'This setup is already finished. Reload to see your leads.')
    requireProduct(draft)
    const { id, website, setup } = draft
    requireReadable(setup.keywords, (index) => ['keywords', index])
    // Posts may have arrived since the setup was started.
    const { realm, sources } = await firstSeeing(ctx, tx, website)
    const agencyPlan = setup.agencyPlan ?? null
    if (agencyPlan !== null) await requireAgency(ctx, tx)
    const client = agencyPlan === null ? {} : { isAgencyProject: true, agencyPlan }
    const started = { status: 'processing' as const, setup: null, ...client }
    await writeProject(ctx, tx, id, { ...started, timeZone, realm, sources: [...sources] })
    await insertWatchlist(ctx, tx, id, setup)
    await insertPrompts(ctx, tx, id, promptsOf(setup))
    await releasesChanged(ctx, tx, id)
    if (setup.alerts) await applySetupAlerts(ctx, tx, { projectId: id, alerts: setup.alerts })
    await startBackfill(ctx, tx, id)
    await audit(ctx, tx, { projectId: id, action: 'project.setUp', subjectId: id })
    if (agencyPlan !== null) {
      const details = { from: null, to: agencyPlan }
      await audit(ctx, tx, { projectId: id, action: 'agencyPlan.create', subjectId: id, details })
    }
    return readOne(ctx, tx, projects, id)
  })
}

/** Returns the prompts for replies. What a website proposed becomes none unless the user has seen it. */
function promptsOf(setup: UnfinishedSetup) {
  if (!isReached('replies', setup.reached)) return []
  return (['facts', 'voice', 'disclosure'] as const).flatMap((kind) => {
    const text = setup[kind] ?? ''
    return text === '' ? [] : [{ kind, text, subreddit: null, active: true }]
  })
}

function requireProduct(draft: Draft): void {
  if (isProductDescribed(draft)) return
  throw draft.name === ''
    ? faultOfField('name', 'Enter a product name')
    : faultOfField('summary', 'Describe your product')
}
