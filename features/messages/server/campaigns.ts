import { serveResource } from '#platform/server/resource.ts'
import { campaignsContract } from '../contract.ts'
import { notSentYet } from './messages.ts'
import { campaign } from './tables.ts'

/** Messages to many people. Drafts only, until sending is implemented. */
export const campaigns = serveResource(campaignsContract, {
  table: campaign,
  noun: 'campaign',
  unique: { index: 'campaign_name', field: 'name', taken: 'A campaign with this name already exists' },
  begin: () => ({ state: 'draft' as const }),
  change: (data, row) => {
    if (data.state !== undefined && data.state !== row.state) throw notSentYet()
    return data
  },
})
