import { eq, sql } from 'drizzle-orm'
import { project } from '#features/projects/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { phraseVersion } from './tables.ts'

/**
 * One lock of the whole database keeps what is listened for and what is found by it apart. Who finds shares it from
 * before the phrases are read until what they found is committed; who changes the phrases has it alone from before the
 * new version is drawn until the change is committed. So whatever was found by older phrases is there when a change
 * comes into force, and the backfill that follows sees it (docs/decisions/0013-arrivals.md). Those who wait take
 * turns, so that neither starves; finding must be short.
 *
 * A project's own row is locked before this one, never after it.
 */
const lockName = sql`hashtext('earshot listening')`

/** Keeps what is listened for as it is until the transaction ends. */
export async function holdListening(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockName})`)
}

/** Waits for those who find to end, and keeps others from beginning, until the transaction ends. */
export async function lockListening(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockName})`)
}

/**
 * To be called by whatever changes what a project listens for, in its transaction: the project gets its next version
 * and looks back, and every matcher learns that phrases have changed (DESIGN 4). Commit soon after.
 */
export async function listeningChanged(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const rescanned = sql`case when ${project.status} in ('draft', 'done') then 'processing' else ${project.status} end`
  await tx
    .update(project)
    .set({ version: sql`${project.version} + 1`, status: rescanned, updatedAt: ctx.now() })
    .where(eq(project.id, projectId))
  await startListening(ctx, tx, projectId)
}

/** The part of it that a new project needs too: its first version is the one it was written with. */
export async function startListening(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await placesChanged(ctx, tx, projectId)
  await ctx.queue.send(tx, 'scan', { projectId })
}

/**
 * To be called by whatever changes where a project listens and nothing that is found by: listeners learn of it by the
 * version, and nobody looks back. Commit soon after.
 */
export async function placesChanged(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await lockListening(tx)
  const next = { version: sql`${phraseVersion.version} + 1` }
  const [raised] = await tx.update(phraseVersion).set(next).returning({ version: phraseVersion.version })
  await tx.update(project).set({ phraseVersion: raised!.version }).where(eq(project.id, projectId))
  await announce(ctx, tx, 'listening', [projectId])
  await announce(ctx, tx, 'project', [projectId])
}
