import type { z } from 'zod'
import type { Ctx } from '#platform/server/ctx.ts'
import { rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import type { Writing } from '#platform/server/database/rows/own-row.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import type { Prompt, PromptCreate, PromptUpdate } from '../contract.ts'
import { keepVersion } from './prompt-versions.ts'
import { prompt } from './tables.ts'

export type PromptRow = typeof prompt.$inferSelect

export const prompts: Writing<PromptRow, Prompt> = {
  table: prompt,
  columns: {
    id: prompt.id,
    documentId: prompt.id,
    createdAt: prompt.createdAt,
    updatedAt: prompt.updatedAt,
    project: prompt.projectId,
    kind: prompt.kind,
    subreddit: prompt.subreddit,
    active: prompt.active,
  },
  project: prompt.projectId,
  unique: {
    index: 'prompt_place',
    field: 'kind',
    taken: 'A prompt of this kind already exists for this community. Change that one instead.',
  },
  links: {
    project: toOne('projects', (row) => row.projectId),
  },
  cursor: false,
  rows: rowsOf(prompt),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: PromptRow): Prompt {
  const { kind, subreddit, text, version, active } = row
  return { ...rowHead(row), kind, subreddit, text, version, active }
}

const written = { noun: 'prompt', right: 'changeProject', rows: prompts } as const

/** Writes a prompt: its first version. */
export async function createPrompt(ctx: Ctx, input: z.output<typeof PromptCreate>): Promise<Prompt> {
  const { project: projectId, ...values } = input
  const first = { projectId, ...values, version: 1 }
  return createRow(ctx, written, first, {
    also: (tx, promptId) => keepVersion(ctx, tx, { ...first, promptId }),
  })
}

/** Makes the next version of a prompt; those before it stay to be read, and come back by their text. */
export async function updatePrompt(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof PromptUpdate> },
): Promise<Prompt> {
  return updateRow(ctx, written, id, async (row, tx) => {
    const { text = row.text, active = row.active } = data
    if (text === row.text && active === row.active) return {}
    const version = row.version + 1
    await keepVersion(ctx, tx, { projectId: row.projectId, promptId: id, version, text, active })
    return { text, active, version }
  })
}

/** Takes a prompt away, and with it all that it ever said. */
export function deletePrompt(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}
