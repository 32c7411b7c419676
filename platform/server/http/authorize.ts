import { and, eq, inArray, is } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { hasRight } from '#engine/rules/access.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Condition } from '../../contract/query/conditions.ts'
import type { Query } from '../../contract/query/query.ts'
import type { Resource } from '../../contract/resource.ts'
import { type Actor, actingAs, type Ctx, type Membership } from '../ctx.ts'
import { transaction } from '../database/database.ts'
import type { AnyReading } from '../database/rows/find.ts'
import { insufficientRole, paymentRequired } from '../permissions/refusals.ts'

/** The projects that one call may access. */
interface Reach {
  /** The caller with only the projects the call may access; others don't exist for it. */
  actor: Actor
  /** The refusal for each of the caller's other projects. */
  refusals: ReadonlyMap<string, ApiError>
}

/**
 * Returns the projects in which the caller's role has the endpoint's right and the plan grants access, unless the
 * endpoint is exempt (DECISIONS 4). Row-level security hides all others from queries too, so no handler can forget to
 * check.
 */
async function reachOf(
  ctx: Ctx,
  actor: Actor,
  { right = 'readWatchlist', exempt }: Pick<Endpoint, 'right' | 'exempt'>,
): Promise<Reach> {
  const refusals = new Map<string, ApiError>()
  if (actor.kind !== 'user' || actor.memberships.length === 0) return { actor, refusals }
  const entitlements = exempt || ctx.billing === 'off' ? null : await ctx.gate.entitlementsOf(ctx, actor)
  const isReached = ({ projectId, role }: Membership) => {
    const access = entitlements?.get(projectId)?.access
    if (!hasRight(role, right)) refusals.set(projectId, insufficientRole())
    else if (access && !access.granted) refusals.set(projectId, paymentRequired(access.reason))
    return !refusals.has(projectId)
  }
  const memberships = actor.memberships.filter(isReached)
  return { actor: refusals.size === 0 ? actor : { ...actor, memberships }, refusals }
}

/** The row or list that a call targets. */
interface Subject {
  id: string | null
  body: unknown
  query: Query | null
  /** The parsed query of an endpoint that reads no resource; it may name a project. */
  ownQuery?: unknown
  /** The reading of the resource at the path, if it has one. */
  reading: AnyReading | undefined
}

/** Throws if a list could only hold inaccessible rows: an empty list would suggest that there are none. */
function requireReach({ actor, refusals }: Reach, { find }: Endpoint, { id, query }: Subject): void {
  if (refusals.size === 0 || query === null || id !== null || !find || !isOfProjects(find)) return
  const named = query.where ? projectsNamed(query.where) : []
  const refused = named.map((each) => refusals.get(each)).find((refusal) => refusal !== undefined)
  if (refused) throw refused
  const [first] = refusals.values()
  if (first && actor.kind === 'user' && actor.memberships.length === 0) throw first
}

/** Returns whether rows of a resource belong to projects. Sessions, for example, don't. */
function isOfProjects({ name, relations }: Resource): boolean {
  return name === 'projects' || Object.hasOwn(relations, 'project')
}

/** Returns the projects that a condition names. */
function projectsNamed(condition: Condition): string[] {
  if (condition.kind === 'not') return []
  if (condition.kind !== 'test') return condition.of.flatMap(projectsNamed)
  const { field, operator, operands } = condition
  return field === 'project' && (operator === '$eq' || operator === '$in') ? operands.map(String) : []
}

/** Returns the refusal of the project that a missing row is in, or the error itself. */
async function reasonOf(
  ctx: Ctx,
  caller: Actor,
  { actor, refusals }: Reach,
  subject: Subject,
  error: unknown,
): Promise<unknown> {
  if (refusals.size === 0 || !(error instanceof ApiError) || error.name !== 'NotFoundError') return error
  const { id, reading } = subject
  for (const input of [subject.body, subject.ownQuery]) {
    const named = z.object({ project: z.string() }).safeParse(input)
    if (named.success) return refusals.get(named.data.project) ?? error
  }
  // Without a project in its request, a call concerns the caller's only one.
  if (id === null && actor.kind === 'user' && actor.memberships.length === 0) return [...refusals.values()][0]
  const project = reading?.project
  const idColumn = reading?.columns.id
  if (id === null || !is(project, PgColumn) || !is(idColumn, PgColumn)) return error
  const found = await transaction(actingAs(ctx, caller), (tx) =>
    tx
      .select({ projectId: project })
      .from(project.table)
      .where(and(inArray(project, [...refusals.keys()]), eq(idColumn, id))),
  )
  return found.map((row) => refusals.get(String(row.projectId))).find((refusal) => refusal !== undefined) ?? error
}

/**
 * Runs `work` as the caller with only the projects that the endpoint may access. If a row isn't found because it is in
 * another of the caller's projects, throws that project's refusal.
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

/** Throws unless the caller may read the project's leads. */
export async function requireReadAccess(ctx: Ctx, actor: Actor, projectId: string): Promise<void> {
  const { refusals } = await reachOf(ctx, actor, { right: 'readLeads' })
  const refusal = refusals.get(projectId)
  if (refusal) throw refusal
}
