import { and, eq, inArray, sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { recordEvents } from '../people/events.ts'
import type { KnownPerson } from '../people/forget-people.ts'
import { person, personStage } from '../tables.ts'

type StageRow = typeof personStage.$inferSelect

/** Returns a project's stage, which stays until the transaction ends; null without one of this key. */
export async function stageWithKey(tx: Transaction, projectId: string, key: string): Promise<StageRow | null> {
  const [row] = await tx
    .select()
    .from(personStage)
    .where(and(eq(personStage.projectId, projectId), eq(personStage.key, key)))
    .for('key share')
  return row ?? null
}

/** Returns a project's stage. Throws ValidationError without one of this key. */
export async function requireStage(
  tx: Transaction,
  { projectId, key, field = 'stage' }: { projectId: string; key: string; field?: string },
): Promise<StageRow> {
  const found = await stageWithKey(tx, projectId, key)
  if (!found) throw faultOfField(field, `The project has no stage with the key ${key}`)
  return found
}

/**
 * Moves people who are in one of these stages to another. Returns those who moved. The new stage must be locked
 * (stageWithKey).
 */
export async function movePeople(
  ctx: Ctx,
  tx: Transaction,
  people: readonly KnownPerson[],
  { from, to }: { from?: readonly string[]; to: string },
): Promise<KnownPerson[]> {
  const [first] = people
  if (!first) return []
  const { projectId } = first
  const moving = await tx
    .select({ projectId: person.projectId, id: person.id, stage: person.stage })
    .from(person)
    .where(
      and(
        ...[
          eq(person.projectId, projectId),
          inArray(
            person.id,
            people.map(({ id }) => id),
          ),
        ],
        ...[sql`${person.stage} <> ${to}`, from && inArray(person.stage, [...from])],
      ),
    )
    .orderBy(person.id)
    .for('no key update')
  if (moving.length === 0) return []
  const now = ctx.now()
  await tx
    .update(person)
    .set({ stage: to, stageSince: now, updatedAt: now })
    .where(
      and(
        eq(person.projectId, projectId),
        inArray(
          person.id,
          moving.map(({ id }) => id),
        ),
      ),
    )
  await tellMoves(
    ctx,
    tx,
    moving.map(({ stage, ...moved }) => ({ person: moved, from: stage, to })),
  )
  await announce(ctx, tx, 'people', [projectId], moving.length === 1 ? first.id : null)
  return moving.map(({ id }) => ({ projectId, id }))
}

/** Records that people changed their stage, for their timelines and alert rules. */
export async function tellMoves(
  ctx: Ctx,
  tx: Transaction,
  moves: readonly { person: KnownPerson; from: string; to: string }[],
): Promise<void> {
  await recordEvents(
    ctx,
    tx,
    moves.map(({ person: moved, from, to }) => ({ person: moved, event: { kind: 'stage', data: { from, to } } })),
  )
  if (moves.length > 0) await ctx.queue.send(tx, 'stageAlerts', {})
}
