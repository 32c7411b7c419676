import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { watchlistChanged } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { faultOfField, insertRow } from '#platform/server/database/rows/own-row.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { type Prompt, type PromptCreate, type PromptUpdate, promptsContract } from '../contract.ts'
import { keepVersion } from './prompt-versions.ts'
import { prompt } from './tables.ts'

export const prompts = {
  ...resourceRows(promptsContract, prompt),
  unique: {
    index: 'prompt_place',
    field: 'kind',
    taken: 'A prompt of this kind already exists for this community. Change that one instead.',
  },
}

const written = { noun: 'prompt', right: 'changeProject', rows: prompts } as const

/** Creates a prompt with its first version. Throws ValidationError for the brief of a community. */
export async function createPrompt(ctx: Ctx, input: z.output<typeof PromptCreate>): Promise<Prompt> {
  const { project: projectId, ...values } = input
  if (isBrief(values) && values.subreddit !== null)
    throw faultOfField('subreddit', 'A brief is for all communities. Leave out the subreddit.')
  const first = { projectId, ...values, version: 1 }
  return createRow(ctx, written, first, {
    also: async (tx, promptId) => {
      await keepVersion(ctx, tx, { ...first, promptId })
      if (isBrief(first) && first.active) await briefChanged(ctx, tx, projectId)
    },
  })
}

function isBrief({ kind }: Pick<Prompt, 'kind'>): boolean {
  return kind === 'intentBrief' || kind === 'noiseBrief'
}

/** Has a project's leads judged again: a brief is part of what the chat model is told about the product. */
async function briefChanged(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const [row] = await tx.select({ status: project.status }).from(project).where(eq(project.id, projectId))
  if (row && row.status !== 'draft') await watchlistChanged(ctx, tx, projectId)
}

/** Adds the prompts of a new project, each with its first version. */
export async function insertPrompts(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  values: readonly Omit<z.output<typeof PromptCreate>, 'project'>[],
): Promise<void> {
  for (const value of values) {
    const first = { projectId, ...value, version: 1 }
    const promptId = await insertRow(ctx, tx, prompts, first)
    await keepVersion(ctx, tx, { ...first, promptId })
  }
}

/** Creates the next version of a prompt. Earlier versions stay readable and can be restored by sending their text. */
export async function updatePrompt(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof PromptUpdate> },
): Promise<Prompt> {
  return updateRow(ctx, written, id, async (row, tx) => {
    const { text = row.text, active = row.active } = data
    if (text === row.text && active === row.active) return {}
    const version = row.version + 1
    await keepVersion(ctx, tx, { projectId: row.projectId, promptId: id, version, text, active })
    if (isBrief(row) && (active || row.active)) await briefChanged(ctx, tx, row.projectId)
    return { text, active, version }
  })
}

/** Deletes a prompt with all its versions. */
export function deletePrompt(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id, async (row, tx) => {
    if (isBrief(row) && row.active) await briefChanged(ctx, tx, row.projectId)
  })
}
