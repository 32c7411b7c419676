import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Person } from '#platform/contract/row.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects, type Reading, rowsOf, type Selection, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { member, user } from '#platform/server/tenancy/tables.ts'
import type { User } from '../contract.ts'
import type { Membership } from '../contract-memberships.ts'
import { isAdminAddress } from './admins.ts'
import { presentUser, type UserRow } from './users.ts'

/** Users as seen by members of a shared project, and by no one else (DECISIONS 13). */
export const users: Reading<UserRow, Person> = {
  table: user,
  columns: { id: user.id, documentId: user.id, email: user.email },
  project: (ctx) => sql`exists (select from ${member} where ${member.userId} = ${user.id} and ${ownMembers(ctx)})`,
  cursor: false,
  rows: userRows,
  present: async (_tx, rows) => rows.map(({ id, email }) => ({ id, documentId: id, email })),
}

/** Returns the reading of the signed-in user with all details. */
export function signedInUser(ctx: Ctx): Reading<UserRow, User> {
  return {
    table: user,
    columns: { id: user.id },
    project: ({ actor }) => (actor.kind === 'user' ? eq(user.id, actor.userId) : sql`false`),
    links: { memberships: { to: 'memberships', ids: (tx, rows) => membershipIds(tx, rows) } },
    cursor: false,
    rows: userRows,
    present: async (_tx, rows) => rows.map((row) => ({ ...presentUser(row), ...adminFacts(ctx, row) })),
  }
}

/** Returns what only internal admins are sent: that they are one, and that they act as this user. */
function adminFacts(ctx: Ctx, { email, confirmedAt }: UserRow): Pick<User, 'internalAdmin' | 'acting'> {
  const acting = ctx.actor.kind === 'user' ? ctx.actor.acting : undefined
  if (acting) return { acting: { admin: acting.admin.email, endsAt: acting.endsAt.toISOString() } }
  return confirmedAt !== null && isAdminAddress(ctx, email) ? { internalAdmin: true } : {}
}

function userRows(tx: Transaction, { where, orderBy, limit, offset }: Selection): Promise<UserRow[]> {
  return tx
    .select()
    .from(user)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
}

/** Returns the memberships of each user, oldest project first. */
async function membershipIds(tx: Transaction, rows: readonly UserRow[]): Promise<string[][]> {
  const userIds = rows.map((row) => row.id)
  const found = await tx
    .select({ id: member.id, userId: member.userId })
    .from(member)
    .where(inArray(member.userId, userIds))
    .orderBy(member.projectId)
  return userIds.map((userId) => found.flatMap((row) => (row.userId === userId ? [row.id] : [])))
}
function ownMembers(ctx: Ctx): SQL {
  return ownProjects(ctx, member.projectId) ?? sql`true`
}

type MemberRow = typeof member.$inferSelect

/** The signed-in user's role in each project. */
export const memberships: Reading<MemberRow, Membership> = {
  table: member,
  columns: {
    ...{ id: member.id, documentId: member.id, createdAt: member.createdAt, updatedAt: member.updatedAt },
    ...{ project: member.projectId, role: member.role },
  },
  project: member.projectId,
  links: { project: toOne('projects', (row) => row.projectId) },
  cursor: false,
  rows: rowsOf(member),
  present: async (_tx, rows) => rows.map((row) => ({ ...rowHead(row), role: row.role })),
}
