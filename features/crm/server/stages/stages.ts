import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { stageKeyOf } from '#engine/crm/stage-key.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { resourceRows } from '#platform/server/resource.ts'
import {
  type PersonStage,
  type PersonStageCreate,
  type PersonStageUpdate,
  personStagesContract,
  stagesMost,
} from '../../contract-stages.ts'
import { person, personStage } from '../tables.ts'
import { movePeople } from './move-people.ts'

type StageRow = typeof personStage.$inferSelect

export const stages = {
  ...resourceRows(personStagesContract, personStage),
  unique: { index: 'person_stage_name', field: 'name', taken: 'A stage with this name already exists' },
}

const written = { noun: 'personStage', right: 'changeOutreach', rows: stages, announces: 'people' } as const

/** Adds a stage to a project. */
export async function createStage(ctx: Ctx, input: z.output<typeof PersonStageCreate>): Promise<PersonStage> {
  const { project: projectId, name, kind, position } = input
  const values = { projectId, name, kind, key: '', position: 0 }
  return createRow(ctx, written, values, {
    check: async (tx) => {
      const present = await lockStages(tx, projectId)
      if (present.length >= stagesMost) {
        throw new ApiError('ConflictError', `A project has at most ${stagesMost} stages. Delete one first.`)
      }
      values.key = stageKeyOf(
        name,
        present.map(({ key }) => key),
      )
      values.position = Math.min(position ?? present.length + 1, present.length + 1)
      await arrange(ctx, tx, withGap(present, values.position))
    },
  })
}

/** Changes a stage's name, kind, or place. Its key stays. */
export async function updateStage(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof PersonStageUpdate> },
): Promise<PersonStage> {
  const { name, kind, position } = data
  return updateRow(ctx, written, id, async (row, tx) => {
    if (row.key === 'new' && kind !== undefined && kind !== 'open') {
      throw faultOfField('kind', 'Everyone starts in this stage, so it stays open')
    }
    if (position === undefined) return { name, kind }
    const present = await lockStages(tx, row.projectId)
    const own = present.find((each) => each.id === id)
    if (!own) return { name, kind }
    const place = Math.min(position, present.length)
    await arrange(
      ctx,
      tx,
      withGap(
        present.filter((each) => each !== own),
        place,
      ),
    )
    return { name, kind, position: place }
  })
}

/**
 * Deletes a stage; its people and campaigns move to another. Throws ConflictError for the stage `new`, and for one with
 * people if `moveTo` names none.
 */
export async function deleteStage(ctx: Ctx, { id, moveTo }: { id: string; moveTo: string | undefined }): Promise<void> {
  return deleteRow(ctx, written, id, async (row, tx) => {
    const { projectId, key } = row
    if (key === 'new') throw new ApiError('ConflictError', 'Everyone starts in this stage. You can rename it.')
    const present = await lockStages(tx, projectId)
    const next = present.find((each) => each.id === moveTo && each.id !== id)
    if (moveTo !== undefined && !next) throw faultOfField('moveTo', 'moveTo must be another stage of the project')
    const isThere = and(eq(person.projectId, projectId), eq(person.stage, key))
    if (next) {
      const moving = await tx.select({ projectId: person.projectId, id: person.id }).from(person).where(isThere)
      await movePeople(ctx, tx, moving, { to: next.key })
    } else {
      const [there] = await tx.select({ people: count() }).from(person).where(isThere)
      if (there && there.people > 0) {
        throw new ApiError('ConflictError', `Choose a stage for the ${there.people} people in it`)
      }
    }
    await renameInCampaigns(tx, row, next?.key ?? null)
    await arrange(
      ctx,
      tx,
      present.filter((each) => each.id !== id),
    )
  })
}

/** Returns a project's stages in their order, and keeps them from changing until the transaction ends. */
async function lockStages(tx: Transaction, projectId: string): Promise<StageRow[]> {
  const isOfProject = eq(personStage.projectId, projectId)
  // Every project has it. Whoever waits for it then sees the stages that were added meanwhile.
  const first = and(isOfProject, eq(personStage.key, 'new'))
  await tx.select({ id: personStage.id }).from(personStage).where(first).for('no key update')
  return tx
    .select()
    .from(personStage)
    .where(isOfProject)
    .orderBy(asc(personStage.position), asc(personStage.id))
    .for('no key update')
}

/** Leaves a place among stages free for another one. */
function withGap(order: readonly StageRow[], place: number): (StageRow | null)[] {
  return [...order.slice(0, place - 1), null, ...order.slice(place - 1)]
}

/** Writes the places of stages in their new order. */
async function arrange(ctx: Ctx, tx: Transaction, order: readonly (StageRow | null)[]): Promise<void> {
  for (const [index, row] of order.entries()) {
    if (!row || row.position === index + 1) continue
    await tx
      .update(personStage)
      .set({ position: index + 1, updatedAt: ctx.now() })
      .where(and(eq(personStage.projectId, row.projectId), eq(personStage.id, row.id)))
  }
}

/** Campaigns to people in a stage go on with those in the one that took its place. */
async function renameInCampaigns(tx: Transaction, { projectId, key }: StageRow, next: string | null): Promise<void> {
  await tx.execute(sql`
    update campaign set stages = (
      select coalesce(array_agg(distinct s), '{}') from unnest(array_replace(stages, ${key}, ${next}::text)) s
      where s is not null)
    where project_id = ${projectId} and ${key} = any (stages)`)
}
