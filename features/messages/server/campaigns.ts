import type { z } from 'zod'
import { authorOf } from '#platform/server/author-of.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/write-row.ts'
import type { Campaign, CampaignCreate, CampaignUpdate } from '../contract.ts'
import { notSentYet } from './messages.ts'
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

const written = { noun: 'campaign', right: 'changeOutreach', rows: campaigns } as const

/** Drafts a campaign. */
export async function createCampaign(ctx: Ctx, input: z.output<typeof CampaignCreate>): Promise<Campaign> {
  const { project: projectId, ...values } = input
  return createRow(ctx, written, { projectId, ...values, state: 'draft', createdBy: authorOf(ctx) })
}

export async function updateCampaign(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof CampaignUpdate> },
): Promise<Campaign> {
  return updateRow(ctx, written, id, async (row) => {
    if (data.state !== undefined && data.state !== row.state) throw notSentYet()
    return data
  })
}

export function deleteCampaign(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}
