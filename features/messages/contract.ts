import { z } from 'zod'
import { messageStates } from '#engine/rules/message-states.ts'
import { peopleContract, personStages, RedditPerson } from '#features/crm/contract.ts'
import { Opportunity, opportunitiesResource } from '#features/leads/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { tag } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { instant, text } from '#platform/contract/texts.ts'

const conversationChannels = ['reddit', 'mail'] as const
const conversationStates = ['open', 'snoozed', 'done'] as const

/** What is written to a person and by them, in one place. */
export const Conversation = z.object({
  ...row,
  channel: z.enum(conversationChannels),
  state: z.enum(conversationStates),
  /** Null unless it is snoozed. */
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
  /** Why it was deferred or refused; null otherwise. */
  reason: z.string().nullable(),
  deferredUntil: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  project: Project.optional(),
  conversation: Conversation.optional(),
  createdBy: Person.nullable().optional(),
})
export type Message = z.infer<typeof Message>
const campaignStates = ['draft', 'active', 'paused', 'finished'] as const

/** One message to people of some stages and tags, a few a day. */
export const Campaign = z.object({
  ...row,
  name: z.string(),
  state: z.enum(campaignStates),
  text: z.string(),
  /** Whom it is for: people of one of these stages, who have one of these tags where there are any. */
  stages: z.array(z.enum(personStages)),
  tags: z.array(z.string()),
  perDay: z.number().int(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type Campaign = z.infer<typeof Campaign>
const snoozedUntil = instant.nullable()
export const ConversationCreate = z.strictObject({
  project: relation,
  person: relation,
  opportunity: relation.nullable().default(null),
  channel: z.enum(['reddit', 'mail']).default('reddit'),
  assignee: relation.nullable().default(null),
})
export type ConversationCreate = z.input<typeof ConversationCreate>
export const ConversationUpdate = z.strictObject({
  state: z.enum(['open', 'snoozed', 'done']).optional(),
  snoozedUntil: snoozedUntil.optional(),
  assignee: relation.nullable().optional(),
})
export type ConversationUpdate = z.input<typeof ConversationUpdate>
const wording = text(10_000)

/** A message is a draft until it is queued, which comes with the outbox and is refused until then. */
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
const conversationsResource: Resource = {
  name: 'conversations',
  entity: Conversation,
  filterable: {
    ...identity,
    project: 'relation',
    person: 'relation',
    opportunity: 'relation',
    assignee: 'relation',
    channel: 'text',
    state: 'text',
    snoozedUntil: 'instant',
  },
  sortable: [...dated, 'state', 'snoozedUntil'],
  relations: {
    project: projectsResource,
    person: peopleContract.resource,
    opportunity: opportunitiesResource,
    assignee: users,
  },
  cursor: false,
}

const messagesResource: Resource = {
  name: 'messages',
  entity: Message,
  filterable: {
    ...identity,
    project: 'relation',
    conversation: 'relation',
    createdBy: 'relation',
    direction: 'text',
    state: 'text',
    text: 'text',
    sentAt: 'instant',
  },
  sortable: [...dated, 'sentAt'],
  relations: { project: projectsResource, conversation: conversationsResource, createdBy: users },
  cursor: false,
}

export const conversationsEndpoints = {
  conversationsFind: {
    method: 'GET',
    path: '/conversations',
    access: 'signedIn',
    right: 'readOutreach',
    find: conversationsResource,
    answer: many(Conversation),
  },
  conversationsFindOne: {
    method: 'GET',
    path: '/conversations/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: conversationsResource,
    answer: one(Conversation),
  },
  conversationsCreate: {
    method: 'POST',
    path: '/conversations',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(ConversationCreate),
    answer: one(Conversation),
    status: 201,
  },
  conversationsUpdate: {
    method: 'PUT',
    path: '/conversations/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(ConversationUpdate),
    answer: one(Conversation),
  },
  conversationsDelete: {
    method: 'DELETE',
    path: '/conversations/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: nothing,
    status: 204,
  },
  messagesFind: {
    method: 'GET',
    path: '/messages',
    access: 'signedIn',
    right: 'readOutreach',
    find: messagesResource,
    answer: many(Message),
  },
  messagesFindOne: {
    method: 'GET',
    path: '/messages/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: messagesResource,
    answer: one(Message),
  },
  messagesCreate: {
    method: 'POST',
    path: '/messages',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(MessageCreate),
    answer: one(Message),
    status: 201,
  },
  messagesUpdate: {
    method: 'PUT',
    path: '/messages/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(MessageUpdate),
    answer: one(Message),
  },
  messagesDelete: {
    method: 'DELETE',
    path: '/messages/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
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
  /** Anything but a draft is refused until messages can be sent. */
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
