import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { usualAlerts } from '#engine/alerts/setup-alerts.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { ProjectRow } from '#platform/server/tenancy/lock-project.ts'
import { project, type UnfinishedSetup } from '#platform/server/tenancy/tables.ts'
import type { Setup } from '../../contract.ts'

/** A project whose setup is unfinished. */
export type Draft = ProjectRow & { setup: UnfinishedSetup }

/** Returns the projects that the caller owns. */
export function ownedProjects(ctx: Ctx): string[] {
  return presentActor(ctx).memberships.flatMap(({ projectId, role }) => (role === 'owner' ? [projectId] : []))
}

/** Selects the caller's unfinished setup. There is one at most, unless a project changed hands. */
function draftOf(ctx: Ctx, tx: Transaction) {
  const own = inArray(project.id, ownedProjects(ctx))
  return tx
    .select()
    .from(project)
    .where(and(own, eq(project.status, 'draft'), isNotNull(project.setup)))
    .orderBy(desc(project.createdAt), desc(project.id))
    .limit(1)
}

/** Returns the caller's unfinished setup, locked until the transaction ends; null if there is none. */
export async function lockDraft(ctx: Ctx, tx: Transaction): Promise<Draft | null> {
  return asDraft(await draftOf(ctx, tx).for('no key update'))
}

/** Returns the caller's unfinished setup; null if there is none. */
export async function readSetup(ctx: Ctx): Promise<Setup | null> {
  const draft = asDraft(await readOnly(ctx, (tx) => draftOf(ctx, tx)))
  return draft && presentSetup(draft)
}

function asDraft([row]: ProjectRow[]): Draft | null {
  return row?.setup ? { ...row, setup: row.setup } : null
}

export function presentSetup({ setup, ...row }: Draft): Setup {
  const { name, website, summary, audience, pains, communities } = row
  const unanswered = { facts: '', voice: '', disclosure: '', alerts: usualAlerts, agencyPlan: null }
  const proposals = { facts: [], ...setup.proposals }
  return { name, website, summary, audience, pains, communities, ...unanswered, ...setup, proposals }
}
