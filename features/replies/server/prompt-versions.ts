import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import type { PromptVersion } from '../contract.ts'
import { promptVersion } from './tables.ts'

export type VersionRow = typeof promptVersion.$inferSelect

export const promptVersions: Reading<VersionRow, PromptVersion> = {
  table: promptVersion,
  columns: {
    id: promptVersion.id,
    documentId: promptVersion.id,
    createdAt: promptVersion.createdAt,
    updatedAt: promptVersion.createdAt,
    project: promptVersion.projectId,
    prompt: promptVersion.promptId,
    createdBy: promptVersion.createdBy,
    version: promptVersion.version,
  },
  project: promptVersion.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    prompt: toOne('prompts', (row) => row.promptId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(promptVersion),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: VersionRow): PromptVersion {
  const { version, text, active } = row
  return { ...rowHead({ ...row, updatedAt: row.createdAt }), version, text, active }
}

/** Stores a version of a prompt. */
export async function keepVersion(
  ctx: Ctx,
  tx: Transaction,
  values: Pick<VersionRow, 'projectId' | 'promptId' | 'version' | 'text' | 'active'>,
): Promise<void> {
  const createdBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  await tx.insert(promptVersion).values({ ...values, id: ctx.id(), createdBy, createdAt: ctx.now() })
}
