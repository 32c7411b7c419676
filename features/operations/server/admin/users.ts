import { sql } from 'drizzle-orm'
import { adminActionsOf, storedFlags } from '#features/accounts/server/index.ts'
import { requestedExportOf } from '#features/privacy/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import {
  type AdminSort,
  type AdminUser,
  type AdminUserDetails,
  adminRowsPerPage,
  type userStates,
} from '../../contract-admin.ts'
import { newest, pageOf, type RowsPage, type Start, startOf } from './page.ts'
import { readProjects } from './projects.ts'
import { type Admin, requireAdmin } from './require-admin.ts'

/** The latest actions of admins that the details of a user have. */
const actionsMost = 20
const ownProjectsMost = 100

interface UserRow extends Record<string, unknown> {
  id: string
  username: string
  email: string
  provider: string
  confirmed: boolean
  blocked: boolean
  created_at: string
  last_seen_at: string | null
  projects: number
  is_admin: boolean
  failed_mails: number
  total: number
  key: string
}

interface UsersQuery {
  search: string
  state?: (typeof userStates)[number] | undefined
  sort: AdminSort
  cursor?: string | undefined
}

/** Returns a page of all accounts. Throws NotFoundError unless an internal admin asks. */
export function findUsers(ctx: Ctx, query: UsersQuery): Promise<RowsPage<AdminUser>> {
  const { search, state = '' } = query
  return readOnly(ctx, async (tx) => {
    const admin = await requireAdmin(ctx, tx)
    return pageOf(await readUsers(ctx, tx, admin, { id: null, search, state, start: startOf(query) }), presentUser)
  })
}

/** Returns an account with its projects. Throws NotFoundError unless an internal admin asks, and if it is unknown. */
export function findUser(ctx: Ctx, { id }: { id: string }): Promise<AdminUserDetails> {
  return readOnly(ctx, async (tx) => {
    const admin = await requireAdmin(ctx, tx)
    const row = await readUser(ctx, tx, admin, id)
    const own = { memberId: id, search: '', state: '', onlyIds: null, start: newest, most: ownProjectsMost }
    const log = await adminActionsOf(tx, id, actionsMost)
    return {
      ...presentUser(row),
      ownProjects: (await readProjects(ctx, tx, admin, own)).map(({ project }) => project),
      flags: await storedFlags(tx, id),
      log: log.map((entry) => ({ ...entry, createdAt: entry.createdAt.toISOString() })),
      export: await requestedExportOf(ctx, tx, id),
      billing: ctx.billing,
    }
  })
}

/** Returns an account's row. Throws NotFoundError if there is none. */
export async function readUser(ctx: Ctx, tx: Transaction, admin: Admin, id: string): Promise<UserRow> {
  const [row] = await readUsers(ctx, tx, admin, { id, search: '', state: '', start: newest })
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

async function readUsers(
  ctx: Ctx,
  tx: Transaction,
  { id: adminId }: Admin,
  { id, search, state, start }: { id: string | null; search: string; state: string; start: Start },
): Promise<UserRow[]> {
  const { rows } = await tx.execute<UserRow>(sql`
    select * from admin_users(${adminId}::uuid, ${sql.param([...ctx.adminEmails])}::text[], ${id}::uuid, ${search}::text,
      ${state}::text, ${start.sort}::text, ${start.falling}::boolean, ${start.afterKey}::text, ${start.afterId}::uuid,
      ${adminRowsPerPage + 1}::integer)`)
  return rows
}

function presentUser(row: UserRow): AdminUser {
  const { id, username, email, provider, confirmed, blocked, projects } = row
  return {
    ...{ id, username, email, provider, confirmed, blocked, projects },
    createdAt: new Date(row.created_at).toISOString(),
    lastSeenAt: row.last_seen_at === null ? null : new Date(row.last_seen_at).toISOString(),
    internalAdmin: row.is_admin,
    failedMails: row.failed_mails,
  }
}
