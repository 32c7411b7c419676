import { and, eq, inArray } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type Resource, type ResourceName, resources } from '#app/resources.ts'
import { may } from '#engine/rules/access.ts'
import { apiToken } from '#features/accounts/server/tables.ts'
import { alertRule } from '#features/alerts/server/tables.ts'
import { entitlementsOf } from '#features/billing/server/access.ts'
import { purchase, subscription } from '#features/billing/server/tables.ts'
import { note, person, reminder } from '#features/crm/server/tables.ts'
import { report } from '#features/insights/server/tables.ts'
import { opportunity } from '#features/leads/server/tables.ts'
import { imported } from '#features/matching/server/tables.ts'
import { mention } from '#features/mentions/server/tables.ts'
import { campaign, conversation, message } from '#features/messages/server/tables.ts'
import { project } from '#features/projects/server/tables.ts'
import { forgetting, redditAccount } from '#features/reddit/server/tables.ts'
import { prompt, promptVersion } from '#features/replies/server/tables.ts'
import { savedSearch } from '#features/search/server/tables.ts'
import { member } from '#features/team/server/tables.ts'
import { competitor, keyword } from '#features/watchlist/server/tables.ts'
import type { Condition } from '../../contract/conditions.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Query } from '../../contract/query.ts'
import { type Actor, actingAs, type Ctx, type Membership } from '../ctx.ts'
import { transaction } from '../database/database.ts'
import { auditEntry } from '../database/tables.ts'
import { paymentRequired, roleTooSmall } from '../refusals.ts'

/** What one call may reach. */
interface Reach {
  /** The caller with only the projects that the call may reach: the others do not exist for it. */
  actor: Actor
  /** Their other projects, each with the reason. */
  refusals: ReadonlyMap<string, ApiError>
}

/**
 * Returns the projects in which the caller's role has the right that the endpoint needs, and which their plan opens,
 * unless the endpoint is exempt (DECISIONS 4). No query reaches the others, since the database's policies leave them out
 * too: no verb can forget to check.
 */
async function reachOf(
  ctx: Ctx,
  actor: Actor,
  { right = 'readListening', exempt }: Pick<Endpoint, 'right' | 'exempt'>,
): Promise<Reach> {
  const refusals = new Map<string, ApiError>()
  if (actor.kind !== 'user' || actor.memberships.length === 0) return { actor, refusals }
  const entitlements = exempt || ctx.billing === 'off' ? null : await entitlementsOf(ctx, actor)
  const isReached = ({ projectId, role }: Membership) => {
    const access = entitlements?.get(projectId)?.access
    if (!may(role, right)) refusals.set(projectId, roleTooSmall())
    else if (access && !access.granted) refusals.set(projectId, paymentRequired(access.reason))
    return !refusals.has(projectId)
  }
  const memberships = actor.memberships.filter(isReached)
  return { actor: refusals.size === 0 ? actor : { ...actor, memberships }, refusals }
}

/** The row or list that a call is about. */
interface Subject {
  path: string
  id: string | null
  body: unknown
  query: Query | null
}

/** Throws if a list could only hold rows that are out of reach: an empty list would mean that there are none. */
function requireReach({ actor, refusals }: Reach, { find }: Endpoint, { id, query }: Subject): void {
  if (refusals.size === 0 || query === null || id !== null || !find || !isOfProjects(find)) return
  const named = query.where ? projectsNamed(query.where) : []
  const refused = named.map((each) => refusals.get(each)).find((refusal) => refusal !== undefined)
  if (refused) throw refused
  const [first] = refusals.values()
  if (first && actor.kind === 'user' && actor.memberships.length === 0) throw first
}

/** Whether rows of a resource belong to projects. Sessions, for one, don't. */
function isOfProjects(name: ResourceName): boolean {
  const resource: Resource = resources[name]
  return name === 'projects' || Object.hasOwn(resource.relations, 'project')
}

/** The projects that a condition names. */
function projectsNamed(condition: Condition): string[] {
  if (condition.kind === 'not') return []
  if (condition.kind !== 'test') return condition.of.flatMap(projectsNamed)
  const { field, operator, operands } = condition
  return field === 'project' && (operator === '$eq' || operator === '$in') ? operands.map(String) : []
}

/** The columns that hold the id and project of a row, by the first part of its path. */
const tables: Readonly<Record<string, { id: PgColumn; project: PgColumn }>> = {
  projects: { id: project.id, project: project.id },
  keywords: { id: keyword.id, project: keyword.projectId },
  competitors: { id: competitor.id, project: competitor.projectId },
  opportunities: { id: opportunity.id, project: opportunity.projectId },
  imports: { id: imported.id, project: imported.projectId },
  mentions: { id: mention.id, project: mention.projectId },
  notes: { id: note.id, project: note.projectId },
  reminders: { id: reminder.id, project: reminder.projectId },
  prompts: { id: prompt.id, project: prompt.projectId },
  'prompt-versions': { id: promptVersion.id, project: promptVersion.projectId },
  'saved-searches': { id: savedSearch.id, project: savedSearch.projectId },
  'alert-rules': { id: alertRule.id, project: alertRule.projectId },
  reports: { id: report.id, project: report.projectId },
  people: { id: person.id, project: person.projectId },
  conversations: { id: conversation.id, project: conversation.projectId },
  messages: { id: message.id, project: message.projectId },
  campaigns: { id: campaign.id, project: campaign.projectId },
  'api-tokens': { id: apiToken.id, project: apiToken.projectId },
  'reddit-accounts': { id: redditAccount.id, project: redditAccount.projectId },
  members: { id: member.id, project: member.projectId },
  subscriptions: { id: subscription.id, project: subscription.projectId },
  purchases: { id: purchase.id, project: purchase.projectId },
  forgettings: { id: forgetting.id, project: forgetting.projectId },
  'audit-entries': { id: auditEntry.id, project: auditEntry.projectId },
}

/** Returns why a row that was not found is out of reach, if it is in one of the refused projects; else the error itself. */
async function reasonOf(
  ctx: Ctx,
  caller: Actor,
  { refusals }: Reach,
  subject: Subject,
  error: unknown,
): Promise<unknown> {
  if (refusals.size === 0 || !(error instanceof ApiError) || error.name !== 'NotFoundError') return error
  const named = z.object({ project: z.string() }).safeParse(subject.body)
  if (named.success) return refusals.get(named.data.project) ?? error
  const table = tables[firstOf(subject.path)]
  const { id } = subject
  if (id === null || !table) return error
  const found = await transaction(actingAs(ctx, caller), (tx) =>
    tx
      .select({ projectId: table.project })
      .from(table.project.table)
      .where(and(inArray(table.project, [...refusals.keys()]), eq(table.id, id))),
  )
  return found.map((row) => refusals.get(String(row.projectId))).find((refusal) => refusal !== undefined) ?? error
}

function firstOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/**
 * Does some work as its caller, with only the projects that the endpoint may reach. Where a row is not found because it
 * is in another of the caller's projects, throws why that is out of reach.
 */
export async function authorize<T>(
  ctx: Ctx,
  caller: Actor,
  { endpoint, subject }: { endpoint: Endpoint; subject: Subject },
  work: (actor: Actor) => Promise<T>,
): Promise<T> {
  const reach = await reachOf(ctx, caller, endpoint)
  requireReach(reach, endpoint, subject)
  try {
    return await work(reach.actor)
  } catch (error) {
    throw await reasonOf(ctx, caller, reach, subject, error)
  }
}

/** Throws unless a caller may read the leads of a project. */
export async function requireReadAccess(ctx: Ctx, actor: Actor, projectId: string): Promise<void> {
  const { refusals } = await reachOf(ctx, actor, { right: 'readLeads' })
  const refusal = refusals.get(projectId)
  if (refusal) throw refusal
}
