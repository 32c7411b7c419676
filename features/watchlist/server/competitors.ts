import { ApiError } from '#platform/contract/errors.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { type Competitor, competitorsContract } from '../contract.ts'
import type { EntryKind } from './entries.ts'
import { competitor } from './tables.ts'

const rows = {
  ...resourceRows(competitorsContract, competitor),
  unique: { index: 'competitor_name', field: 'name', taken: 'This competitor already exists' },
}

export const competitors: EntryKind<typeof competitor.$inferSelect, Competitor> = {
  actions: { create: 'competitor.create', update: 'competitor.update', delete: 'competitor.delete' },
  limited: 'competitors',
  rows,
  reading: () => rows,
  name: ({ name }) => ({ name }),
  check: () => {},
  missing: async () => new ApiError('NotFoundError', 'Not Found'),
}
