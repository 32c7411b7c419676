import { z } from 'zod'
import { mailHolds, mailRefusals } from '#engine/mail/holds.ts'
import { messageHolds, messageRefusals } from '#engine/messages/holds.ts'
import { messageStates } from '#engine/rules/message-states.ts'
import { peopleContract, RedditPerson } from '#features/crm/contract.ts'
import { Opportunity, opportunitiesResource } from '#features/leads/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { RedditAccount, redditAccountsResource } from '#features/reddit/contract.ts'
import { changedRelation, optionalRelation } from '#platform/contract/body/relations.ts'
import { tag } from '#platform/contract/communities.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { instant, text } from '#platform/contract/texts.ts'
import { Mailbox, mailboxesResource } from './contract-mailbox.ts'

const conversationChannels = ['reddit', 'mail'] as const
const messageDirections = ['in', 'out'] as const
const conversationStates = ['open', 'snoozed', 'done'] as const

/** What a conversation consists of: direct messages, comments below a post, mentions of the account, modmail, or mails. */
const conversationKinds = ['message', 'comment', 'mention', 'modmail', 'mail'] as const
const conversationPriorities = ['low', 'normal', 'high'] as const

/** The messages between a connected account and a person or a community's moderators, or a mailbox and an address. */
export const Conversation = z.object({
  ...row,
  channel: z.enum(conversationChannels),
  kind: z.enum(conversationKinds),
  state: z.enum(conversationStates),
  priority: z.enum(conversationPriorities),
  labels: z.array(z.string()),
  /** Whether something arrived that nobody has opened since. */
  unread: z.boolean(),
  /** When its newest message was sent or received; null while it has only drafts. */
  lastAt: z.iso.datetime().nullable(),
  /** In Reddit's spelling, without r/; null for direct messages. */
  subreddit: z.string().nullable(),
  /** The post above it, by Reddit's number without t3_; null for direct messages, modmail, and mail. */
  threadId: z.string().nullable(),
  /** The title of the post above it, or the subject of a conversation by mail; otherwise null. */
  title: z.string().nullable(),
  /** The other side of a conversation by mail, and the name that it gives; null on Reddit. */
  address: z.string().nullable(),
  addressName: z.string().nullable(),
  /** Null unless the conversation is snoozed. */
  snoozedUntil: z.iso.datetime().nullable(),
  /** The start of its newest message; null while it has only drafts. */
  snippet: z.object({ text: z.string(), direction: z.enum(messageDirections) }).nullable(),
  project: Project.optional(),
  /** Null for modmail, and for an address that nobody gave in a message. */
  person: RedditPerson.nullable().optional(),
  /** The connected account that takes part; null while none does, and once it is disconnected. */
  account: RedditAccount.nullable().optional(),
  /** The mailbox that takes part; null on Reddit, and once it is deleted. */
  mailbox: Mailbox.nullable().optional(),
  opportunity: Opportunity.nullable().optional(),
  assignee: Person.nullable().optional(),
})
export type Conversation = z.infer<typeof Conversation>
export const Message = z.object({
  ...row,
  direction: z.enum(messageDirections),
  state: z.enum(messageStates),
  /** Empty once a received message is gone from Reddit. */
  text: z.string(),
  /** Why it was deferred or refused, in words; otherwise null. */
  reason: z.string().nullable(),
  channel: z.enum(conversationChannels),
  /** The limit that holds a deferred message; `unclear` while it isn't known whether an armed one was accepted. */
  hold: z.enum([...new Set([...messageHolds, ...mailHolds])]).nullable(),
  /** Why it was refused for good: a rule of ours, or the answer of Reddit or a mail server; otherwise null. */
  refusal: z.enum([...new Set([...messageRefusals, ...mailRefusals])]).nullable(),
  /** Where it is on Reddit; null for direct messages and while unknown. */
  permalink: z.string().nullable(),
  /** Until when it is held; null: until what holds it is changed. */
  deferredUntil: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  /** Who wrote a received mail; null on Reddit. */
  fromAddress: z.string().nullable(),
  /** The files of a received mail. Earshot doesn't fetch them. */
  attachments: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
  /** Whether a machine wrote it, such as a notice of absence. It doesn't count as an answer. */
  isAutomatic: z.boolean(),
  project: Project.optional(),
  conversation: Conversation.optional(),
  createdBy: Person.nullable().optional(),
})
export type Message = z.infer<typeof Message>
const snoozedUntil = instant.nullable()
const ConversationCreate = z.strictObject({
  project: relation,
  person: relation,
  opportunity: optionalRelation.default(null),
  /** Conversations by mail begin with their address and subject (contract-mailboxes.ts). */
  channel: z.enum(['reddit']).default('reddit'),
  assignee: optionalRelation.default(null),
})
const ConversationUpdate = z.strictObject({
  state: z.enum(['open', 'snoozed', 'done']).optional(),
  snoozedUntil: snoozedUntil.optional(),
  assignee: changedRelation.optional(),
  priority: z.enum(conversationPriorities).optional(),
  labels: z.array(tag).max(20).optional(),
  unread: z.boolean().optional(),
})
const wording = text(10_000)

/** A message stays a draft until it is queued. */
const writtenState = z.enum(['draft', 'queued'])
/**
 * The `createdAt` of the newest message that the sender has seen; null: none. With it, a message isn't sent if somebody
 * else has answered since.
 */
const seenUntil = instant.nullable()
export const MessageCreate = z.strictObject({
  project: relation,
  conversation: relation,
  text: wording,
  state: writtenState.default('draft'),
  seenUntil: seenUntil.optional(),
})
export type MessageCreate = z.input<typeof MessageCreate>
export const MessageUpdate = z.strictObject({
  text: wording.optional(),
  state: writtenState.optional(),
  seenUntil: seenUntil.optional(),
})
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
    kind: 'text',
    state: 'text',
    priority: 'text',
    unread: 'boolean',
    account: 'relation',
    mailbox: 'relation',
    address: 'text',
    snoozedUntil: 'instant',
    lastAt: 'instant',
    // The name of the person, the title of the thread, and what was written.
    words: 'text',
  },
  sort: ['state', 'snoozedUntil', 'lastAt', 'priority'],
  relations: {
    project: projectsResource,
    person: peopleContract.resource,
    account: redditAccountsResource,
    mailbox: mailboxesResource,
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
    channel: 'text',
    direction: 'text',
    state: 'text',
    text: 'text',
    sentAt: 'instant',
  },
  sort: ['sentAt'],
  relations: { project: projectsResource, conversation: conversationsContract.resource, createdBy: users },
})
