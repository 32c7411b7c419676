import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { workingStatuses } from '#engine/rules/access.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { type Actor, actingAs, type Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Reading, Selection } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import type { ProjectRow } from '#platform/server/tenancy/lock-project.ts'
import { member, project, user } from '#platform/server/tenancy/tables.ts'
import type { Project } from '../contract.ts'

type Words = Pick<
  ProjectRow,
  'name' | 'website' | 'summary' | 'audience' | 'pains' | 'languages' | 'communities' | 'timeZone'
>
type Writable = Words &
  Pick<
    ProjectRow,
    'scoreWeights' | 'sources' | 'sendToModel' | 'setup' | 'status' | 'realm' | 'isAgencyProject' | 'agencyPlan'
  >
type CountedRow = ProjectRow & { total: number }

/** Returns a page of projects. Users have few enough to count them in the same scan. */
function pageOf(tx: Transaction, { where, orderBy, limit, offset }: Selection): Promise<CountedRow[]> {
  const total = sql<number>`(count(*) over ())::int`.as('total')
  return tx
    .select({ ...getTableColumns(project), total })
    .from(project)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
}
export const projects: Reading<CountedRow, Project> = {
  table: project,
  columns: {
    id: project.id,
    documentId: project.id,
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
    name: project.name,
    website: project.website,
    summary: project.summary,
    status: project.status,
    timeZone: project.timeZone,
    isAgencyProject: project.isAgencyProject,
    agencyPlan: project.agencyPlan,
    realm: project.realm,
  },
  project: project.id,
  cursor: false,
  rows: pageOf,
  total: ({ total }) => total,
  present: async (_tx, rows) => rows.map(presentProject),
}
export function presentProject(row: ProjectRow): Project {
  const { name, website, summary, timeZone, audience, pains, languages, communities, scoreWeights } = row
  const { status, isAgencyProject, agencyPlan, sources, sendToModel, realm, backfillDone, backfillTotal } = row
  const settings = { name, website, summary, timeZone, audience, pains, languages, communities, scoreWeights }
  const seen = { sources, sendToModel, realm, realSince: row.realSince?.toISOString() ?? null }
  return { ...rowHead(row), ...settings, ...seen, status, isAgencyProject, agencyPlan, backfillDone, backfillTotal }
}

/** Stores a new project with its owner. Throws UnauthorizedError if the owner's account was deleted meanwhile. */
export async function insertProject(
  ctx: Ctx,
  tx: Transaction,
  ownerId: string,
  values: Words &
    Pick<ProjectRow, 'id' | 'status' | 'realm' | 'sources'> &
    Partial<Pick<ProjectRow, 'setup' | 'scoreWeights'>>,
): Promise<ProjectRow> {
  const [owner] = await tx.select({ id: user.id }).from(user).where(eq(user.id, ownerId)).for('key share')
  if (!owner) throw new ApiError('UnauthorizedError', 'Missing or invalid credentials')
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const [row] = await tx
    .insert(project)
    .values({ ...values, ...dates })
    .returning()
  if (!row) throw new Error('the project was not written')
  await tx.insert(member).values({ projectId: row.id, id: ctx.id(), userId: ownerId, role: 'owner', ...dates })
  return row
}
export async function writeProject(ctx: Ctx, tx: Transaction, id: string, changes: Partial<Writable>): Promise<void> {
  await tx
    .update(project)
    .set({ ...changes, updatedAt: ctx.now() })
    .where(eq(project.id, id))
}

/** Returns whether a user has a project that is set up, by the same rule as the app's list. */
export async function hasWorkingProject(ctx: Ctx, actor: Extract<Actor, { kind: 'user' }>): Promise<boolean> {
  const ids = actor.memberships.map(({ projectId }) => projectId)
  if (ids.length === 0) return false
  const isWorking = and(inArray(project.id, ids), inArray(project.status, [...workingStatuses]))
  const found = await transaction(actingAs(ctx, actor), (tx) =>
    tx.select({ id: project.id }).from(project).where(isWorking).limit(1),
  )
  return found.length > 0
}
