import { sql } from 'drizzle-orm'
import type { ProjectStatus } from '#engine/rules/access.ts'
import type { MemberRole } from '#engine/rules/rights.ts'
import { projectEntitlements } from '#features/billing/server/index.ts'
import { totalMax } from '#platform/contract/query/filters.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { failedQueue } from '#platform/server/jobs/boss.ts'
import { type AdminPlan, type AdminProject, type AdminSort, adminRowsPerPage } from '../../contract-admin.ts'
import { pageOf, type RowsPage, type Start, startOf } from './page.ts'
import { type Admin, requireAdmin } from './require-admin.ts'

interface ProjectRow extends Record<string, unknown> {
  id: string
  name: string
  website: string | null
  status: ProjectStatus
  realm: 'sandbox' | 'real'
  created_at: string
  owner_id: string
  owner_email: string
  role: MemberRole | null
  members: number
  last_seen_at: string | null
  keywords: number
  competitors: number
  credits_used: number | null
  failed_mails: number
  failing_feeds: number
  disconnected: number
  total: number
  key: string
}

interface Wanted {
  /** Only projects of this member. */
  memberId: string | null
  search: string
  state: string
  /** Only these projects; null: all. */
  onlyIds: readonly string[] | null
  start: Start
  most: number
}

interface ProjectsQuery {
  search: string
  state?: ProjectStatus | undefined
  plan?: AdminPlan | undefined
  sort: AdminSort
  cursor?: string | undefined
}

/** Returns a page of all projects. Throws NotFoundError unless an internal admin asks. */
export function findProjects(ctx: Ctx, query: ProjectsQuery): Promise<RowsPage<AdminProject>> {
  const { search, state = '', plan } = query
  return readOnly(ctx, async (tx) => {
    const admin = await requireAdmin(ctx, tx)
    const onlyIds = plan === undefined ? null : await projectsOfPlan(ctx, tx, admin, { search, state, plan })
    const most = adminRowsPerPage + 1
    const wanted = { memberId: null, search, state, onlyIds, start: startOf(query), most }
    return pageOf(await readProjects(ctx, tx, admin, wanted), ({ project }) => project)
  })
}

/** Returns the projects of a plan that match a search. Plans follow from rules, so each project's is worked out. */
async function projectsOfPlan(
  ctx: Ctx,
  tx: Transaction,
  { id: adminId }: Admin,
  { search, state, plan }: { search: string; state: string; plan: AdminPlan },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from admin_project_ids(${adminId}::uuid, ${sql.param([...ctx.adminEmails])}::text[], ${search}::text,
      ${state}::text, ${totalMax + 1}::integer) as id`)
  const ids = rows.map(({ id }) => id)
  const entitled = await projectEntitlements(ctx, tx, ids)
  return ids.filter((id) => planIn(entitled.get(id)) === plan)
}

function planIn(entitled: Entitled | undefined): AdminPlan | null {
  if (!entitled?.access.granted) return 'none'
  const { by } = entitled.access
  if (by === 'internalAdmin') return 'admin'
  return by === 'grant' ? 'granted' : entitled.plan
}

/** Returns projects, each with the number of all that were found. */
export async function readProjects(
  ctx: Ctx,
  tx: Transaction,
  { id: adminId }: Admin,
  { memberId, search, state, onlyIds, start, most }: Wanted,
): Promise<{ id: string; key: string; total: number; project: AdminProject }[]> {
  const only = onlyIds && sql.param([...onlyIds])
  const { rows } = await tx.execute<ProjectRow>(sql`
    select * from admin_projects(${adminId}::uuid, ${sql.param([...ctx.adminEmails])}::text[], ${memberId}::uuid,
      ${search}::text, ${state}::text, ${only}::uuid[], ${start.sort}::text, ${start.falling}::boolean,
      ${start.afterKey}::text, ${start.afterId}::uuid, ${most}::integer)`)
  const ids = rows.map(({ id }) => id)
  const entitled = await projectEntitlements(ctx, tx, ids)
  const jobs = await failedJobs(tx, ids)
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    total: row.total,
    project: presentProject(row, entitled.get(row.id), jobs.get(row.id) ?? 0),
  }))
}

/** Counts the failed jobs of each project. */
async function failedJobs(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; count: number }>(sql`
    select data ->> 'projectId' as id, count(*)::integer as count from pgboss.job
    where name = ${failedQueue} and data ->> 'projectId' = any (${sql.param([...ids])}::text[]) group by 1`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

type Entitled = Awaited<ReturnType<typeof projectEntitlements>> extends Map<string, infer E> ? E : never

function presentProject(row: ProjectRow, entitled: Entitled | undefined, jobs: number): AdminProject {
  const access = entitled?.access ?? { granted: false as const }
  const quota = entitled?.quota ?? null
  return {
    ...{ id: row.id, name: row.name, website: row.website, status: row.status, role: row.role, members: row.members },
    isSandbox: row.realm === 'sandbox',
    createdAt: new Date(row.created_at).toISOString(),
    owner: { id: row.owner_id, email: row.owner_email },
    lastSeenAt: row.last_seen_at === null ? null : new Date(row.last_seen_at).toISOString(),
    access: {
      granted: access.granted,
      by: access.granted ? access.by : null,
      plan: entitled?.plan ?? null,
      until: entitled?.until?.toISOString() ?? null,
    },
    usage: {
      keywords: { used: row.keywords, limit: quota?.keywords ?? null },
      competitors: { used: row.competitors, limit: quota?.competitors ?? null },
      credits: { used: row.credits_used ?? 0, limit: quota?.commentSuggestionCredits ?? null },
    },
    errors: { mails: row.failed_mails, feeds: row.failing_feeds, accounts: row.disconnected, jobs },
  }
}
