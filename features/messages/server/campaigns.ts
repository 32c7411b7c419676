import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { Campaign } from '../contract.ts'
import { campaign } from './tables.ts'

export type CampaignRow = typeof campaign.$inferSelect

export const campaigns: Writing<CampaignRow, Campaign> = {
  table: campaign,
  columns: {
    id: campaign.id,
    documentId: campaign.id,
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
    project: campaign.projectId,
    createdBy: campaign.createdBy,
    name: campaign.name,
    state: campaign.state,
  },
  project: campaign.projectId,
  unique: { index: 'campaign_name', field: 'name', taken: 'There is a campaign of this name already' },
  links: {
    project: toOne('projects', (row) => row.projectId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(campaign),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: CampaignRow): Campaign {
  const { name, state, text, stages, tags, perDay } = row
  return { ...rowHead(row), name, state, text, stages, tags, perDay }
}
