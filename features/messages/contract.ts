import { z } from 'zod'
import { messageStates } from '#engine/rules/message-states.ts'
import { peopleContract, personStages, RedditPerson } from '#features/crm/contract.ts'
import { Opportunity, opportunitiesResource } from '#features/leads/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { tag } from '#platform/contract/communities.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { instant, text } from '#platform/contract/texts.ts'

const conversationChannels = ['reddit', 'mail'] as const
const conversationStates = ['open', 'snoozed', 'done'] as const

/** All messages to and from a person on one channel. */
export const Conversation = z.object({
  ...row,
  channel: z.enum(conversationChannels),
  state: z.enum(conversationStates),
  /** Null unless the conversation is snoozed. */
  snoozedUntil: z.iso.datetime().nullable(),
  project: Project.optional(),
  person: RedditPerson.optional(),
  opportunity: Opportunity.nullable().optional(),
  assignee: Person.nullable().optional(),
})
export type Conversation = z.infer<typeof Conversation>
const messageDirections = ['in', 'out'] as const
export const Message = z.object({
  ...row,
  direction: z.enum(messageDirections),
  state: z.enum(messageStates),
  text: z.string(),
  /** Why it was deferred or refused; otherwise null. */
  reason: z.string().nullable(),
  deferredUntil: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  project: Project.optional(),
  conversation: Conversation.optional(),
  createdBy: Person.nullable().optional(),
})
export type Message = z.infer<typeof Message>
const campaignStates = ['draft', 'active', 'paused', 'finished'] as const

/** A message to people with certain stages and tags, sent to a few of them a day. */
export const Campaign = z.object({
  ...row,
  name: z.string(),
  state: z.enum(campaignStates),
  text: z.string(),
  /** The audience: people in one of these stages and, if tags are set, with one of them. */
  stages: z.array(z.enum(personStages)),
  tags: z.array(z.string()),
  perDay: z.number().int(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type Campaign = z.infer<typeof Campaign>
const snoozedUntil = instant.nullable()
const ConversationCreate = z.strictObject({
  project: relation,
  person: relation,
  opportunity: relation.nullable().default(null),
  channel: z.enum(['reddit', 'mail']).default('reddit'),
  assignee: relation.nullable().default(null),
})
const ConversationUpdate = z.strictObject({
  state: z.enum(['open', 'snoozed', 'done']).optional(),
  snoozedUntil: snoozedUntil.optional(),
  assignee: relation.nullable().optional(),
})
const wording = text(10_000)

/** A message stays a draft until it is queued, which is refused until sending is implemented. */
const writtenState = z.enum(['draft', 'queued'])
export const MessageCreate = z.strictObject({
  project: relation,
  conversation: relation,
  text: wording,
  state: writtenState.default('draft'),
})
export type MessageCreate = z.input<typeof MessageCreate>
export const MessageUpdate = z.strictObject({ text: wording.optional(), state: writtenState.optional() })
export type MessageUpdate = z.input<typeof MessageUpdate>
export const conversationsContract = resource('conversations', {
  entity: Conversation,
  create: ConversationCreate,
  update: ConversationUpdate,
  rights: { read: 'readOutreach', write: 'changeOutreach' },
  filters: {
    person: 'relation',
    opportunity: 'relation',
    assignee: 'relation',
    channel: 'text',
    state: 'text',
    snoozedUntil: 'instant',
  },
  sort: ['state', 'snoozedUntil'],
  relations: {
    project: projectsResource,
    person: peopleContract.resource,
    opportunity: opportunitiesResource,
    assignee: users,
  },
})

export const messagesContract = resource('messages', {
  entity: Message,
  create: MessageCreate,
  update: MessageUpdate,
  rights: { read: 'readOutreach', write: 'changeOutreach' },
  filters: {
    conversation: 'relation',
    createdBy: 'relation',
    direction: 'text',
    state: 'text',
    text: 'text',
    sentAt: 'instant',
  },
  sort: ['sentAt'],
  relations: { project: projectsResource, conversation: conversationsContract.resource, createdBy: users },
})

const name = text(100)
const stages = z.array(z.enum(personStages)).min(1).max(personStages.length)
const tags = z.array(tag).max(20)
const perDay = z.number().int().min(1).max(100)
const CampaignCreate = z.strictObject({
  project: relation,
  name,
  text: wording,
  stages: stages.default(['new']),
  tags: tags.default([]),
  perDay: perDay.default(5),
})
const CampaignUpdate = z.strictObject({
  name: name.optional(),
  text: wording.optional(),
  stages: stages.optional(),
  tags: tags.optional(),
  perDay: perDay.optional(),
  /** Any state but `draft` is refused until sending is implemented. */
  state: z.enum(campaignStates).optional(),
})
export const campaignsContract = resource('campaigns', {
  entity: Campaign,
  create: CampaignCreate,
  update: CampaignUpdate,
  rights: { read: 'readOutreach', write: 'changeOutreach' },
  filters: { createdBy: 'relation', name: 'text', state: 'text' },
  sort: ['name', 'state'],
  relations: { project: projectsResource, createdBy: users },
})
