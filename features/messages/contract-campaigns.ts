import { z } from 'zod'
import { audienceGaps, campaignEnds } from '#engine/messages/campaigns.ts'
import { peopleContract, RedditPerson, stageKey } from '#features/crm/contract.ts'
import { stagesMost } from '#features/crm/contract-stages.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { tag } from '#platform/contract/communities.ts'
import { type Endpoint, many, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'
import { Message, messagesContract } from './contract.ts'

const campaignStates = ['draft', 'active', 'paused', 'finished'] as const

/** A message of a campaign, with variables in braces (engine/messages/template.ts). */
const Step = z.strictObject({
  text: text(10_000),
  /** Days after the previous step was sent. The first step leaves at once, whatever this says. */
  waitDays: z.number().int().min(0).max(90).default(0),
})

/** How many people a campaign has in each state. */
const CampaignCounts = z.object({
  /** In the audience, and not written to yet, or between two steps. */
  waiting: z.number().int(),
  /** The first message was sent to them. */
  messaged: z.number().int(),
  answered: z.number().int(),
  /** Ended for another reason, by reason. */
  stopped: z.partialRecord(z.enum(campaignEnds), z.number().int()),
  /** A message was refused, by the refusal (engine/messages/holds.ts). */
  refused: z.record(z.string(), z.number().int()),
})
export type CampaignCounts = z.infer<typeof CampaignCounts>

/** Messages to people with certain stages and tags, to a few more of them each day. */
export const Campaign = z.object({
  ...row,
  name: z.string(),
  state: z.enum(campaignStates),
  /** The messages, in their order. An answer, or a decision of the team, ends them for a person. */
  steps: z.array(z.object({ text: z.string(), waitDays: z.number().int() })),
  /** The audience: people in one of these stages, by their keys, and, if tags are set, with one of them. */
  stages: z.array(z.string()),
  tags: z.array(z.string()),
  /** The most new people in a day of the project's time zone. */
  perDay: z.number().int(),
  counts: CampaignCounts,
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type Campaign = z.infer<typeof Campaign>

const name = text(100)
const steps = z.array(Step).min(1).max(5)
const stages = z.array(stageKey).min(1).max(stagesMost)
const tags = z.array(tag).max(20)
const perDay = z.number().int().min(1).max(100)
const CampaignCreate = z.strictObject({
  project: relation,
  name,
  steps,
  stages: stages.default(['new']),
  tags: tags.default([]),
  perDay: perDay.default(5),
})
const CampaignUpdate = z.strictObject({
  name: name.optional(),
  /** Steps, stages, and tags can be changed until the campaign is started, and while it is paused. */
  steps: steps.optional(),
  stages: stages.optional(),
  tags: tags.optional(),
  perDay: perDay.optional(),
  /**
   * `active` starts or resumes a campaign, in mode `automatic` and by a signed-in person. `paused` and `finished` take
   * back what waits. Nothing follows `finished`.
   */
  state: z.enum(campaignStates).optional(),
})
export const campaignsContract = resource('campaigns', {
  entity: Campaign,
  create: CampaignCreate,
  update: CampaignUpdate,
  rights: { read: 'readOutreach', write: 'changeOutreach' },
  filters: { createdBy: 'relation', name: 'text', state: 'text', perDay: 'number' },
  sort: ['name', 'state', 'perDay'],
  relations: { project: projectsResource, createdBy: users },
})

const campaignPersonStates = ['waiting', 'done', 'stopped'] as const

/** A person in a campaign. */
export const CampaignPerson = z.object({
  ...row,
  /** The last step whose message was queued; 0: none yet. */
  step: z.number().int(),
  state: z.enum(campaignPersonStates),
  /** Why it was stopped; otherwise null. */
  reason: z.enum(campaignEnds).nullable(),
  /** When the campaign looks at them again; null unless they wait. */
  nextAt: z.iso.datetime().nullable(),
  project: Project.optional(),
  campaign: Campaign.optional(),
  person: RedditPerson.optional(),
  /** The message of the last step; null before it, and once it is deleted. */
  message: Message.nullable().optional(),
})
export type CampaignPerson = z.infer<typeof CampaignPerson>

export const campaignPeopleResource: Resource = {
  name: 'campaignPeople',
  entity: CampaignPerson,
  filterable: {
    ...identity,
    project: 'relation',
    campaign: 'relation',
    person: 'relation',
    state: 'text',
    reason: 'text',
    step: 'number',
    nextAt: 'instant',
  },
  sortable: [...dated, 'step', 'nextAt'],
  relations: {
    project: projectsResource,
    campaign: campaignsContract.resource,
    person: peopleContract.resource,
    message: messagesContract.resource,
  },
  cursor: false,
}

/** What a campaign would do, for people of its audience. */
export const CampaignPreview = z.object({
  /** People in its audience to whom it hasn't written. */
  people: z.number().int(),
  /** People in its stages and tags who are left out, by reason. */
  leftOut: z.partialRecord(z.enum(audienceGaps), z.number().int()),
  /** Up to ten people of the audience, with the text of each step or why there is none. */
  samples: z.array(
    z.object({
      person: z.uuid(),
      handle: z.string(),
      texts: z.array(z.object({ text: z.string().nullable(), fault: z.string().nullable() })),
    }),
  ),
  /** For how many of the people a step has no text. */
  faults: z.number().int(),
  /** The most people to whom the first step says the same. */
  alike: z.number().int(),
  /** When the last message leaves at the earliest; null with nobody to write to. */
  until: z.iso.datetime().nullable(),
})
export type CampaignPreview = z.infer<typeof CampaignPreview>

export const campaignEndpoints = {
  campaignPreviewFind: {
    method: 'GET',
    path: '/campaigns/:id/preview',
    access: 'signedIn',
    right: 'readOutreach',
    answer: one(CampaignPreview),
  },
  campaignPeopleFind: {
    method: 'GET',
    path: '/campaign-people',
    access: 'signedIn',
    right: 'readOutreach',
    find: campaignPeopleResource,
    answer: many(CampaignPerson),
  },
  campaignPeopleFindOne: {
    method: 'GET',
    path: '/campaign-people/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: campaignPeopleResource,
    answer: one(CampaignPerson),
  },
} as const satisfies Record<string, Endpoint>
