import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { lockSignedIn, passwordBudgets, requireFreshSession, requirePassword } from '#features/accounts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx, PresentActor } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { MemberRow } from '#platform/server/tenancy/lock-project.ts'
import { member, project, user } from '#platform/server/tenancy/tables.ts'
import type { AccountDeletion, OwnedProject } from '../../contract.ts'
import { removeExportsAbout } from '../export/exports.ts'
import { anonymizeAccount, lockProjectsOf } from './account.ts'
import { eraseProjectSoon } from './erase-project-soon.ts'
import { insertErasure } from './erasures.ts'

const purpose = { to: 'delete your account' }

/**
 * Deletes the signed-in user's account. Sign-in ends and the address is free at once; a job erases the rest. Projects
 * without another owner are deleted too if requested; otherwise they prevent the deletion.
 */
export async function deleteAccount(ctx: Ctx, input: AccountDeletion): Promise<{ projects: OwnedProject[] }> {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.sessionId === null) throw new ApiError('ForbiddenError', 'Forbidden')
  const proven = await requireProof(ctx, actor, input.password)
  return transaction(ctx, async (tx) => {
    // The fixed lock order: projects before the account.
    const ids = actor.memberships.map(({ projectId }) => projectId)
    const held = await lockMemberships(tx, actor.userId, ids)
    const row = await lockSignedIn(ctx, tx)
    if (row.passwordHash !== proven) throw new ApiError('ConflictError', 'Your password was just changed. Try again.')
    return closeAccount(ctx, tx, { userId: actor.userId, held, deletes: input.projects === 'delete' })
  })
}

/** Deletes an account for an internal admin, as its user could. Throws NotFoundError if it is gone. */
export async function deleteAccountOf(
  ctx: Ctx,
  { userId, deletes, admin }: { userId: string; deletes: boolean; admin: { id: string; email: string } },
): Promise<{ projects: OwnedProject[] }> {
  const ids = await transaction(ctx, (tx) => projectsOf(tx, userId))
  const close = async (tx: Transaction) => {
    const held = await lockMemberships(tx, userId, ids)
    const [row] = await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
    if (!row) throw new ApiError('NotFoundError', 'Not Found')
    return closeAccount(ctx, tx, { userId, held, deletes, admin })
  }
  return transaction(ctx, close, { alsoProjects: ids })
}

async function projectsOf(tx: Transaction, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select project_id as id from memberships_of(${userId})`)
  return rows.map(({ id }) => id)
}

interface Closing {
  userId: string
  held: readonly Held[]
  /** Whether projects without another owner are deleted too. */
  deletes: boolean
  /** The internal admin who deletes the account, if it isn't its user. */
  admin?: { id: string; email: string }
}

async function closeAccount(
  ctx: Ctx,
  tx: Transaction,
  { userId, held, deletes, admin }: Closing,
): Promise<{ projects: OwnedProject[] }> {
  const alone = held.filter(({ isLastOwner }) => isLastOwner).map(({ project: { id, name } }) => ({ id, name }))
  if (alone.length > 0 && !deletes) throw lastOwner(alone, admin ? 'This user is' : 'You are')
  for (const {
    project: { id },
    own,
    isLastOwner,
  } of held) {
    if (isLastOwner) await eraseProjectSoon(ctx, tx, id)
    else await leave(ctx, tx, id, own, admin)
  }
  await anonymizeAccount(ctx, tx, userId)
  await insertErasure(ctx, tx, { kind: 'account', subjectId: userId })
  return { projects: alone }
}

/**
 * Requires a password or a recent sign-in, because a stolen session must not be enough. Returns the verified password
 * hash, or null for an account without one.
 */
async function requireProof(
  ctx: Ctx,
  actor: PresentActor,
  enteredPassword: string | undefined,
): Promise<string | null> {
  const { passwordHash } = await transaction(ctx, (tx) => lockSignedIn(ctx, tx))
  if (passwordHash === null) {
    await transaction(ctx, (tx) => requireFreshSession(ctx, tx, actor, purpose))
    return null
  }
  await spend(ctx, passwordBudgets(ctx))
  await requirePassword(passwordHash, enteredPassword, { ...purpose, key: 'password' })
  return passwordHash
}

interface Held {
  project: typeof project.$inferSelect
  own: MemberRow
  isLastOwner: boolean
}

/** Locks a user's projects until the transaction ends, and returns them with their current membership. */
async function lockMemberships(tx: Transaction, userId: string, ids: readonly string[]): Promise<Held[]> {
  await lockProjectsOf(tx, userId)
  const projects = await tx
    .select()
    .from(project)
    .where(inArray(project.id, [...ids]))
    .orderBy(asc(project.id))
  const rows = await tx
    .select()
    .from(member)
    .where(and(inArray(member.projectId, [...ids]), eq(member.status, 'active')))
  return projects.flatMap((each) => {
    const here = rows.filter(({ projectId }) => projectId === each.id)
    const own = here.find((row) => row.userId === userId)
    const isLastOwner = own?.role === 'owner' && !here.some((row) => row !== own && row.role === 'owner')
    return own ? [{ project: each, own, isLastOwner }] : []
  })
}

async function leave(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  { id, role }: MemberRow,
  admin: Closing['admin'],
): Promise<void> {
  const action = admin ? 'member.remove' : 'member.leave'
  await audit(ctx, tx, { projectId, action, subjectId: id, details: { role, ...(admin && { admin }) } })
  // These exports name the user who leaves.
  await removeExportsAbout(tx, projectId)
  await announce(ctx, tx, 'project', [projectId])
}

function lastOwner(projects: OwnedProject[], who: 'You are' | 'This user is'): ApiError {
  const named = projects.map(({ name }) => name).join(', ')
  const message = `${who} the only owner of ${named}. Transfer ownership first, or delete the project too.`
  return new ApiError('ConflictError', message, { projects })
}
