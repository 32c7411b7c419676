import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { ErasureRow } from './erasures.ts'
import { batchSize, type Step, takeSteps } from './steps.ts'

/** Locks the projects in which anonymizeAccount() deletes rows: those that the user is a member of or invited to. */
export async function lockProjectsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select hold_projects_of(${userId})`)
}

/**
 * Makes an account inaccessible at once. Deletes data that only the account uses, and leaves a row without a name until
 * the rest is done. Frees its address.
 */
export async function anonymizeAccount(ctx: Ctx, tx: Transaction, userId: string): Promise<void> {
  for (const table of ['passkey', 'recovery_code', 'two_factor', 'challenge']) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${userId}`)
  }
  await tx.execute(sql`select blank_account(${userId}, ${`erased:${ctx.secret()}`}, ${ctx.now().toISOString()})`)
}

/** Replaces an account with pseudonyms where others still need its actions, then deletes it. */
export function eraseAccount(ctx: Ctx, erasure: ErasureRow): Promise<boolean> {
  return takeSteps(ctx, erasure, [anonymizeOwn, renameActor, forgetAdmin, renameDecider, renamePayers, removeUser])
}

/** One pseudonym per project, so that the same person can't be recognized across projects. */
const pseudonymIn = (secret: string, project: string) => sql`pseudonym(${secret}, ${sql.raw(project)}::text)`

/** Actions that concern something of the account's own. Their audit entries no longer name it. */
const personalActions = ['member.accept', 'member.leave', 'apiToken.create', 'viewFeed.create', 'project.export']

/** Audit entries about the account's memberships and tokens keep the action but lose the subject. */
const anonymizeOwn: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`
    update audit_entry a set subject_id = null, details = a.details - 'name'
    from audit_entry own
    where own.actor = ${`user:${subjectId}`} and own.action = any (${sql.param(personalActions)}::text[])
      and a.project_id = own.project_id and a.subject_id = own.subject_id`)
  return rowCount ?? 0
}

const renameActor: Step = async (tx, { subjectId, secret }) => {
  const { rowCount } = await tx.execute(sql`
    update audit_entry set actor = ${pseudonymIn(secret, 'project_id')}, details = details - 'apiToken'
    where ctid = any (array(
      select ctid from audit_entry where actor = ${`user:${subjectId}`} and actor like 'user:%'
      limit ${batchSize} for update))`)
  return rowCount ?? 0
}

/** Entries that name the account as an internal admin keep the action only. */
const forgetAdmin: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`
    update audit_entry set details = details - 'admin'
    where details ? 'admin' and details -> 'admin' ->> 'id' = ${subjectId}`)
  return rowCount ?? 0
}

const renameDecider: Step = async (tx, { subjectId, secret }) => {
  const { rowCount } = await tx.execute(sql`
    update decision set user_id = null, pseudonym = ${pseudonymIn(secret, 'project_id')}
    where ctid = any (array(
      select ctid from decision where user_id = ${subjectId} limit ${batchSize} for update))`)
  return rowCount ?? 0
}

const renamePayers: Step = async (tx, { subjectId, secret }) => {
  let renamed = 0
  for (const table of ['subscription', 'purchase']) {
    const { rowCount } = await tx.execute(sql`
      update ${sql.identifier(table)} set user_id = null, payer = ${pseudonymIn(secret, 'project_id')}
      where user_id = ${subjectId}`)
    renamed += rowCount ?? 0
  }
  return renamed
}

const removeUser: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`delete from "user" where id = ${subjectId}`)
  return rowCount ?? 0
}
