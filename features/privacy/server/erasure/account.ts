import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { ErasureRow } from './erasures.ts'
import { batchSize, type Step, takeSteps } from './steps.ts'

/** Keeps the projects from changing in which anonymizeAccount() takes rows away: those that it is in, or is invited to. */
export async function lockProjectsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select hold_projects_of(${userId})`)
}

/**
 * Takes an account out of everybody's reach at once: what only it is in goes now, what is left of it is a row without a
 * name until the rest is done. Its address is free again.
 */
export async function anonymizeAccount(ctx: Ctx, tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select blank_account(${userId}, ${`erased:${ctx.secret()}`}, ${ctx.now().toISOString()})`)
}

/** Puts pseudonyms in the place of an account where others still need what it did, and removes it. */
export function eraseAccount(ctx: Ctx, erasure: ErasureRow): Promise<boolean> {
  return takeSteps(ctx, erasure, [forgetOwn, renameActor, renameDecider, renamePayers, removeUser])
}

/** One name a project, so that those who see two projects can't tell that it was one person. */
const nameIn = (secret: string, project: string) => sql`pseudonym(${secret}, ${sql.raw(project)}::text)`

/** By these an account began or ended to have something that is only its own; what it was is told no more. */
const ofTheirOwn = ['member.accept', 'member.leave', 'apiToken.create', 'project.export']

/** What they and others did to their memberships and tokens is told without saying to which. */
const forgetOwn: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`
    update audit_entry a set subject_id = null, details = a.details - 'name'
    from audit_entry own
    where own.actor = ${`user:${subjectId}`} and own.action = any (${sql.param(ofTheirOwn)}::text[])
      and a.project_id = own.project_id and a.subject_id = own.subject_id`)
  return rowCount ?? 0
}

const renameActor: Step = async (tx, { subjectId, secret }) => {
  const { rowCount } = await tx.execute(sql`
    update audit_entry set actor = ${nameIn(secret, 'project_id')}, details = details - 'apiToken'
    where ctid = any (array(
      select ctid from audit_entry where actor = ${`user:${subjectId}`} and actor like 'user:%'
      limit ${batchSize} for update))`)
  return rowCount ?? 0
}

const renameDecider: Step = async (tx, { subjectId, secret }) => {
  const { rowCount } = await tx.execute(sql`
    update decision set user_id = null, pseudonym = ${nameIn(secret, 'project_id')}
    where ctid = any (array(
      select ctid from decision where user_id = ${subjectId} limit ${batchSize} for update))`)
  return rowCount ?? 0
}

const renamePayers: Step = async (tx, { subjectId, secret }) => {
  let renamed = 0
  for (const table of ['subscription', 'purchase']) {
    const { rowCount } = await tx.execute(sql`
      update ${sql.identifier(table)} set user_id = null, payer = ${nameIn(secret, 'project_id')}
      where user_id = ${subjectId}`)
    renamed += rowCount ?? 0
  }
  return renamed
}

const removeUser: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`delete from "user" where id = ${subjectId}`)
  return rowCount ?? 0
}
