import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { queueViews } from '#engine/dashboard/queue-views.ts'
import { hasRight, workingStatuses } from '#engine/rules/access.ts'
import type { View } from '#engine/rules/lead-view.ts'
import { viewQuery } from '#engine/rules/lead-view-query.ts'
import { sourceState } from '#engine/source-state.ts'
import { matchedSources, type Source } from '#engine/sources.ts'
import { agencyPlanOf } from '#engine/subscription/current.ts'
import { entitlementIn, readUsage } from '#features/billing/server/index.ts'
import { countLeads } from '#features/leads/server/index.ts'
import { installedSources } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { sourceHealth } from '#platform/server/database/tables.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { ProjectRow } from '#platform/server/tenancy/lock-project.ts'
import { member, project } from '#platform/server/tenancy/tables.ts'
import type { ClientProject } from '../contract.ts'

type Figures = NonNullable<ClientProject['figures']>
type Visits = ClientProject['clients']

/** Returns the client projects in which the caller is on the team, by name, with what waits in each. */
export async function readClients(ctx: Ctx): Promise<ClientProject[]> {
  const { memberships } = presentActor(ctx)
  const roles = new Map(
    memberships.filter(({ role }) => hasRight(role, 'readMembers')).map(({ projectId, role }) => [projectId, role]),
  )
  const facts = await readOnly(ctx, async (tx) => {
    const rows = await clientProjects(tx, [...roles.keys()])
    const visits = await visitsOf(
      tx,
      rows.map(({ id }) => id),
    )
    const health = await tx.select().from(sourceHealth)
    const read: (Omit<ClientProject, 'figures'> & { counts: Omit<Figures, 'usage'> | null })[] = []
    for (const row of rows) {
      const { id, name, website, isAgencyProject, agencyPlan } = row
      const granted = (await entitlementIn(ctx, tx, id))?.access.granted ?? false
      read.push({
        ...{ id, name, website, granted },
        plan: agencyPlanOf({ id, isAgencyProject, agencyPlan, ownerIds: [] }),
        isOwned: roles.get(id) === 'owner',
        clients: visits.get(id) ?? { active: 0, invited: 0, seenAt: null },
        counts: granted ? { ...(await leadCounts(ctx, tx, id)), sources: worstState(ctx, row, health) } : null,
      })
    }
    return read
  })
  const clients: ClientProject[] = []
  // One after the other, since each takes a connection.
  for (const { counts, ...rest } of facts) {
    clients.push({ ...rest, figures: counts && { ...counts, usage: await usageOf(ctx, rest.id) } })
  }
  return clients
}

function clientProjects(tx: Transaction, ids: readonly string[]): Promise<ProjectRow[]> {
  return tx
    .select()
    .from(project)
    .where(
      and(
        inArray(project.id, [...ids]),
        eq(project.isAgencyProject, true),
        inArray(project.status, [...workingStatuses]),
      ),
    )
    .orderBy(asc(sql`lower(${project.name})`), project.id)
}

async function visitsOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, Visits>> {
  const rows = await tx
    .select({
      projectId: member.projectId,
      active: sql<number>`(count(*) filter (where ${member.status} = 'active'))::int`,
      invited: sql<number>`(count(*) filter (where ${member.status} = 'invited'))::int`,
      seenAt: sql<string | null>`max(${member.seenAt})`,
    })
    .from(member)
    .where(and(inArray(member.projectId, [...ids]), eq(member.role, 'client')))
    .groupBy(member.projectId)
  return new Map(
    rows.map(({ projectId, seenAt, ...counts }) => [
      projectId,
      { ...counts, seenAt: seenAt === null ? null : new Date(seenAt).toISOString() },
    ]),
  )
}

/** Counts the leads as the lists of the project show them to the caller. */
async function leadCounts(ctx: Ctx, tx: Transaction, id: string) {
  const count = (view: View) => countLeads(ctx, tx, viewQuery(id, view, ctx.now().getTime()).filters)
  const [newLeads, hotLeads, dueReplies] = await Promise.all([
    count(queueViews.newLeads),
    count(queueViews.hotLeads),
    count(queueViews.dueReplies),
  ])
  return { newLeads, hotLeads, dueReplies }
}

async function usageOf(ctx: Ctx, id: string): Promise<Figures['usage']> {
  return (await readUsage(ctx, { id })).map(({ what, used, limit }) => ({ what, used, limit }))
}

/** The states of a source from bad to good. */
const states = ['down', 'retrying', 'starting', 'working'] as const

/** Returns the worst state of the live sources that a project uses. */
function worstState(
  ctx: Ctx,
  seeing: ProjectRow,
  health: readonly (typeof sourceHealth.$inferSelect)[],
): Figures['sources'] {
  const installed = installedSources(ctx)
  const live = matchedSources(seeing).filter((source) => source !== 'archive' && installed.includes(source))
  const found = live.map((source) => stateOf(source, health, ctx.now().getTime()))
  return states.find((state) => found.includes(state)) ?? 'none'
}

function stateOf(source: Source, health: readonly (typeof sourceHealth.$inferSelect)[], now: number) {
  const row = health.find((each) => each.source === source)
  const state = row ? sourceState(row, now) : 'well'
  if (state === 'failing') return 'down'
  if (state === 'trying') return 'retrying'
  return row?.lastSuccessAt ? 'working' : 'starting'
}
