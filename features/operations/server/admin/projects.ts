import { sql } from 'drizzle-orm'
import type { ProjectStatus } from '#engine/rules/access.ts'
import type { MemberRole } from '#engine/rules/rights.ts'
import { projectEntitlements } from '#features/billing/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { failedQueue } from '#platform/server/jobs/boss.ts'
import { type AdminProject, adminRowsPerPage } from '../../contract-admin.ts'
import { pageOf, type RowsPage } from './page.ts'
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
}

interface Wanted {
  /** Only projects of this member. */
  memberId: string | null
  search: string
  state: string
  /** Only older projects. */
  before: string | null
  most: number
}

/** Returns a page of all projects, newest first. Throws NotFoundError unless an internal admin asks. */
export function findProjects(
  ctx: Ctx,
  { search, state, cursor }: { search: string; state?: ProjectStatus | undefined; cursor?: string | undefined },
): Promise<RowsPage<AdminProject>> {
  return readOnly(ctx, async (tx) => {
    const admin = await requireAdmin(ctx, tx)
    const wanted = { memberId: null, search, state: state ?? '', before: cursor ?? null, most: adminRowsPerPage + 1 }
    return pageOf(await readProjects(ctx, tx, admin, wanted), ({ project }) => project)
  })
}

/** Returns projects, newest first, each with the number of all that were found. */
export async function readProjects(
  ctx: Ctx,
  tx: Transaction,
  { id: adminId }: Admin,
  { memberId, search, state, before, most }: Wanted,
): Promise<{ id: string; total: number; project: AdminProject }[]> {
  const { rows } = await tx.execute<ProjectRow>(sql`
    select * from admin_projects(${adminId}::uuid, ${sql.param([...ctx.adminEmails])}::text[], ${memberId}::uuid,
      ${search}::text, ${state}::text, ${before}::uuid, ${most}::integer)`)
  const ids = rows.map(({ id }) => id)
  const entitled = await projectEntitlements(ctx, tx, ids)
  const jobs = await failedJobs(tx, ids)
  return rows.map((row) => ({
    id: row.id,
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
