import { eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type PersonStage, stagesMost } from '../../contract-stages.ts'
import { personStage } from '../tables.ts'

type Stage = Pick<PersonStage, 'key' | 'name' | 'kind' | 'position'>

/**
 * Gives a new project the stages of another one, in place of the first ones. Without any, it keeps those. Throws
 * ValidationError if they can't be the stages of a project.
 */
export async function insertStages(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  stages: readonly Stage[],
): Promise<void> {
  if (stages.length === 0) return
  const distinct = (values: string[]) => new Set(values).size === stages.length
  const isWhole = stages.some(({ key, kind }) => key === 'new' && kind === 'open')
  if (
    !isWhole ||
    stages.length > stagesMost ||
    !distinct(stages.map(({ key }) => key)) ||
    !distinct(stages.map(({ name }) => name.toLowerCase()))
  ) {
    throw new ApiError(
      'ValidationError',
      'The stages of the people in this file are damaged. Export the project again.',
    )
  }
  await tx.delete(personStage).where(eq(personStage.projectId, projectId))
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const sorted = stages.toSorted((a, b) => a.position - b.position)
  await tx.insert(personStage).values(
    sorted.map(({ key, name, kind }, index) => ({
      ...{ projectId, id: ctx.id(), key, name, kind, position: index + 1, ...dates },
    })),
  )
}
