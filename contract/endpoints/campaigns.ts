import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import { Campaign, campaignStates } from '../entities/campaign.ts'
import { personStages } from '../entities/reddit-person.ts'
import { text } from '../texts.ts'
import { tag } from './names.ts'

const name = text(100)
const wording = text(10_000)
const stages = z.array(z.enum(personStages)).min(1).max(personStages.length)
const tags = z.array(tag).max(20)
const perDay = z.number().int().min(1).max(100)

export const CampaignCreate = z.strictObject({
  project: relation,
  name,
  text: wording,
  stages: stages.default(['new']),
  tags: tags.default([]),
  perDay: perDay.default(5),
})
export type CampaignCreate = z.input<typeof CampaignCreate>

export const CampaignUpdate = z.strictObject({
  name: name.optional(),
  text: wording.optional(),
  stages: stages.optional(),
  tags: tags.optional(),
  perDay: perDay.optional(),
  /** Anything but a draft is refused until messages can be sent. */
  state: z.enum(campaignStates).optional(),
})
export type CampaignUpdate = z.input<typeof CampaignUpdate>

export const campaignsEndpoints = {
  campaignsFind: {
    method: 'GET',
    path: '/campaigns',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'campaigns',
    answer: many(Campaign),
  },
  campaignsFindOne: {
    method: 'GET',
    path: '/campaigns/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'campaigns',
    answer: one(Campaign),
  },
  campaignsCreate: {
    method: 'POST',
    path: '/campaigns',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(CampaignCreate),
    answer: one(Campaign),
    status: 201,
  },
  campaignsUpdate: {
    method: 'PUT',
    path: '/campaigns/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(CampaignUpdate),
    answer: one(Campaign),
  },
  campaignsDelete: {
    method: 'DELETE',
    path: '/campaigns/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
