import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { hasRight } from '#engine/rules/access.ts'
import { latestPurchase, passEnds, type Subscription } from '#engine/subscription/current.ts'
import type { AccessFacts, Grant } from '#engine/subscription/project-access.ts'
import { type Entitlement, entitlement } from '#engine/subscription/quota.ts'
import type { Actor, Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { isLoopback } from '#platform/server/loopback.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'

const instant = z.coerce.date()
const Subscriptions = z.array(
  z.object({
    id: z.string(),
    project_id: z.string(),
    user_id: z.string().nullable(),
    status: z.enum(['active', 'canceled', 'paused', 'past_due']),
    scheduled_change_action: z.enum(['pause', 'cancel']).nullable(),
    scheduled_change_effective_at: z.string().nullable(),
    main_product_id: z.string(),
    main_product_name: z.string(),
    created_at: instant,
  }),
)
const Purchases = z.array(z.object({ project_id: z.string(), created_at: instant }))
interface BillingRow {
  project_id: string
  is_agency_project: boolean
  agency_plan: string | null
  owner_ids: string[]
  subscriptions: unknown
  purchases: unknown
  grant: Grant | null
}

/** Returns the current entitlement of each of a user's projects (SPEC 6). Only the server decides it (DECISIONS 4). */
export async function entitlementsOf(
  ctx: Ctx,
  actor: Extract<Actor, { kind: 'user' }>,
): Promise<Map<string, Entitlement>> {
  const projectIds = actor.memberships.map(({ projectId }) => projectId)
  const [rows, internalAdmin] = await readOnly(ctx, (tx) =>
    Promise.all([billingOf(ctx, tx, projectIds), hasInternalAdmin(ctx, tx, [actor.userId])]),
  )
  return new Map(rows.map((row) => [row.project_id, entitlement(factsOf(ctx, row, internalAdmin), ctx.plans)]))
}

/** Returns a project's entitlement in this transaction, by its plan, owners and actor. Null for an unknown project. */
export async function entitlementIn(ctx: Ctx, tx: Transaction, projectId: string): Promise<Entitlement | null> {
  return (await entitledFacts(ctx, tx, projectId))?.entitled ?? null
}

/** Does the same, along with the facts that decide it. */
export async function entitledFacts(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
): Promise<{ entitled: Entitlement; facts: AccessFacts } | null> {
  const [row] = await billingOf(ctx, tx, [projectId])
  if (!row) return null
  const acting = ctx.actor.kind === 'user' ? [ctx.actor.userId] : []
  const facts = factsOf(ctx, row, await hasInternalAdmin(ctx, tx, [...acting, ...row.owner_ids]))
  return { entitled: entitlement(facts, ctx.plans), facts }
}

/**
 * Returns a project's entitlement regardless of the actor, and the time at which it ends, if any. Null for an unknown
 * project.
 */
export async function projectEntitlement(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
): Promise<(Entitlement & { until: Date | null }) | null> {
  return (await projectEntitlements(ctx, tx, [projectId])).get(projectId) ?? null
}

/** Does the same for several projects. */
export async function projectEntitlements(
  ctx: Ctx,
  tx: Transaction,
  projectIds: readonly string[],
): Promise<Map<string, Entitlement & { until: Date | null }>> {
  const found = new Map<string, Entitlement & { until: Date | null }>()
  const rows = await billingOf(ctx, tx, projectIds)
  const admins = await internalAdminsIn(ctx, tx, [...new Set(rows.flatMap(({ owner_ids }) => owner_ids))])
  for (const row of rows) {
    const facts = factsOf(
      ctx,
      row,
      row.owner_ids.some((id) => admins.has(id)),
    )
    const entitled = entitlement(facts, ctx.plans)
    found.set(row.project_id, { ...entitled, until: endOf(row.project_id, entitled, facts) })
  }
  return found
}

function endOf(projectId: string, { access }: Entitlement, { purchases, grant }: AccessFacts): Date | null {
  if (!access.granted) return null
  if (access.by === 'grant') return grant?.until ?? null
  const purchase = access.by === 'pass' ? latestPurchase(projectId, purchases) : null
  return purchase && passEnds(purchase)
}

async function billingOf(ctx: Ctx, tx: Transaction, projectIds: readonly string[]): Promise<BillingRow[]> {
  const ids = sql`${sql.param([...projectIds])}::uuid[]`
  const [{ rows }, grants] = await Promise.all([
    tx.execute<Omit<BillingRow, 'grant'> & Record<string, unknown>>(sql`select * from billing_of(${ids})`),
    ctx.billing === 'off' ? null : tx.execute<GrantRow>(sql`select * from access_grants_of(${ids})`),
  ])
  return rows.map((row) => ({ ...row, grant: grantIn(grants?.rows ?? [], row.project_id) }))
}

interface GrantRow extends Record<string, unknown> {
  project_id: string
  granted_from: Date | string
  granted_until: Date | string
}

function grantIn(rows: readonly GrantRow[], projectId: string): Grant | null {
  const row = rows.find((each) => each.project_id === projectId)
  return row ? { from: new Date(row.granted_from), until: new Date(row.granted_until) } : null
}

/**
 * Returns what a project's entitlement would be with other owners, since an agency's subscription is its owners'. Null
 * for an unknown project.
 */
export async function entitlementOf(
  ctx: Ctx,
  tx: Transaction,
  { projectId, ownerIds }: { projectId: string; ownerIds: readonly string[] },
): Promise<Entitlement | null> {
  const [row] = await billingOf(ctx, tx, [projectId])
  if (!row) return null
  const facts = factsOf(ctx, row, await hasInternalAdmin(ctx, tx, ownerIds))
  const others = await Promise.all(ownerIds.map((id) => agencySubscriptionsOf(tx, id)))
  const subscriptions = new Map([...facts.subscriptions, ...others.flat()].map((each) => [each.id, each]))
  return entitlement(
    { ...facts, project: { ...facts.project, ownerIds }, subscriptions: [...subscriptions.values()] },
    ctx.plans,
  )
}

/** Returns the Agency subscriptions that a user pays, in whichever project each was bought. */
export async function agencySubscriptionsOf(tx: Transaction, userId: string): Promise<Subscription[]> {
  const { rows } = await tx.execute<{ found: unknown }>(sql`select agency_subscriptions_of(${userId}) as found`)
  return subscriptionsIn(rows[0]?.found ?? [])
}

/** Returns whether the actor is an internal admin. */
export async function isInternalAdmin(ctx: Ctx, tx: Transaction): Promise<boolean> {
  return ctx.actor.kind === 'user' && hasInternalAdmin(ctx, tx, [ctx.actor.userId])
}

/** Returns whether any of these users is an internal admin. Only confirmed addresses count (DECISIONS 1). */
async function hasInternalAdmin(ctx: Ctx, tx: Transaction, userIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select has_confirmed_address(${sql.param([...userIds])}::uuid[],
      ${sql.param([...ctx.adminEmails])}::text[]) as found`)
  return rows[0]?.found ?? false
}

/** Returns which of these users are internal admins. */
async function internalAdminsIn(ctx: Ctx, tx: Transaction, userIds: readonly string[]): Promise<Set<string>> {
  const admins = sql`${sql.param([...ctx.adminEmails])}::text[]`
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.id from unnest(${sql.param([...userIds])}::uuid[]) u (id) where has_confirmed_address(array[u.id], ${admins})`)
  return new Set(rows.map(({ id }) => id))
}

function factsOf(ctx: Ctx, row: BillingRow, internalAdmin: boolean): AccessFacts {
  const { is_agency_project: isAgencyProject, agency_plan: agencyPlan, owner_ids: ownerIds } = row
  return {
    billing: ctx.billing,
    internalAdmin,
    now: ctx.now(),
    grant: row.grant,
    project: { id: row.project_id, isAgencyProject, agencyPlan, ownerIds },
    subscriptions: subscriptionsIn(row.subscriptions),
    purchases: Purchases.parse(row.purchases).map((each) => ({
      projectId: each.project_id,
      createdAt: each.created_at,
    })),
  }
}

function subscriptionsIn(rows: unknown): Subscription[] {
  return Subscriptions.parse(rows).map((each) => ({
    id: each.id,
    projectId: each.project_id,
    userId: each.user_id,
    status: each.status,
    scheduledChangeAction: each.scheduled_change_action,
    scheduledChangeEffectiveAt: each.scheduled_change_effective_at,
    mainProductId: each.main_product_id,
    mainProductName: each.main_product_name,
    createdAt: each.created_at,
  }))
}

/**
 * Returns whether the actor may import the operator's archives folder into a project. Internal admins may, if their
 * role in the project allows imports. If Earshot runs on localhost without a named admin, the owner of the project
 * counts as the operator. Throws NotFoundError for users who aren't members.
 */
export async function mayUseArchivesFolder(ctx: Ctx, tx: Transaction, projectId: string): Promise<boolean> {
  const { actor, adminEmails, publicUrl } = ctx
  if (actor.kind !== 'user') return actor.kind === 'job'
  const role = roleIn(ctx, projectId)
  if (adminEmails.length === 0) return role === 'owner' && isLoopback(publicUrl)
  return hasRight(role, 'import') && (await hasInternalAdmin(ctx, tx, [actor.userId]))
}
