import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { Prompt } from '../contract.ts'
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
    taken: 'There is a prompt of this kind for this community already: change that one',
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
