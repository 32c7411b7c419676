import type { z } from 'zod'
import { authorOf } from '#platform/server/author-of.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/write-row.ts'
import type { Campaign, CampaignCreate, CampaignUpdate } from '../contract.ts'
import { campaigns } from './campaigns.ts'
import { notSentYet } from './not-sent-yet.ts'

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
