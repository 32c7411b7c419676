import { and, eq } from 'drizzle-orm'
import { templateFault } from '#engine/messages/template.ts'
import { requireStage } from '#features/crm/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { resourceRows, serveResource } from '#platform/server/resource.ts'
import { type Campaign, CampaignPerson, campaignPeopleResource, campaignsContract } from '../../contract-campaigns.ts'
import { campaign, campaignPerson, messageSettings } from '../tables.ts'
import type { CampaignRow } from './audience.ts'
import { campaignCounts } from './counts.ts'
import { stopPeople, takeBackMessages } from './take-back.ts'

/** Messages to many people. A draft until it is started. */
export const campaigns = serveResource(campaignsContract, {
  table: campaign,
  noun: 'campaign',
  announces: 'campaigns',
  unique: { index: 'campaign_name', field: 'name', taken: 'A campaign with this name already exists' },
  requires: async (tx, projectId, { stages = [] }) => {
    for (const key of stages) await requireStage(tx, { projectId, key, field: 'stages' })
  },
  begin: () => ({ state: 'draft' as const }),
  change: async (data, row, { ctx, tx }) => {
    const { state = row.state } = data
    if (row.state === 'active' && state === 'active' && (data.steps ?? data.stages ?? data.tags) !== undefined) {
      throw new ApiError('ConflictError', 'Pause the campaign to change its messages and audience')
    }
    if (row.state === 'finished') throw new ApiError('ConflictError', 'This campaign is finished')
    if (state !== row.state) await changeState(ctx, tx, { ...row, steps: data.steps ?? row.steps }, state)
    return data
  },
  computed: { field: 'counts', of: campaignCounts },
})

/** The people of campaigns. */
export const campaignPeople = resourceRows({ resource: campaignPeopleResource, entity: CampaignPerson }, campaignPerson)

/** Does what a new state means. Throws ConflictError if a campaign can't be started. */
async function changeState(ctx: Ctx, tx: Transaction, row: CampaignRow, state: Campaign['state']): Promise<void> {
  const { projectId, id } = row
  switch (state) {
    case 'active':
      presentActor(ctx)
      await requireAutomatic(tx, projectId)
      requireTexts(row)
      await ctx.queue.send(tx, 'campaigns', {})
      return
    case 'paused':
      if (row.state !== 'active') throw new ApiError('ConflictError', 'Only an active campaign can be paused')
      return takeBackMessages(ctx, tx, { projectId, id })
    case 'finished':
      return stopPeople(ctx, tx, { projectId, id }, 'finished')
    case 'draft':
      throw new ApiError('ConflictError', 'A campaign that was started is paused or finished, not a draft')
  }
}

/** Throws ConflictError unless the project sends by itself, and keeps it so until the transaction ends. */
async function requireAutomatic(tx: Transaction, projectId: string): Promise<void> {
  const [settings] = await tx
    .select({ mode: messageSettings.mode })
    .from(messageSettings)
    .where(and(eq(messageSettings.projectId, projectId)))
    .for('share')
  if (settings?.mode === 'automatic') return
  throw new ApiError(
    'ConflictError',
    'Campaigns need automatic messages. An owner can turn them on in the message settings.',
  )
}

function requireTexts({ steps }: CampaignRow): void {
  for (const [at, { text }] of steps.entries()) {
    const fault = templateFault(text)
    if (fault !== null) throw new ApiError('ConflictError', `Message ${at + 1}: ${fault}`)
  }
}
