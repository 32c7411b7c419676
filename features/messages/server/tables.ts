import {
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Realm } from '#engine/sources.ts'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import type { Conversation, Message } from '../contract.ts'
import type { Campaign, CampaignPerson } from '../contract-campaigns.ts'
import type { MessageSettings } from '../contract-outbox.ts'

export const conversation = pgTable(
  'conversation',
  {
    ...head,
    personId: uuid('person_id'),
    recipient: text('recipient'),
    opportunityId: uuid('opportunity_id'),
    accountId: uuid('account_id'),
    kind: text('kind').$type<Conversation['kind']>().notNull().default('message'),
    subreddit: text('subreddit'),
    threadId: text('thread_id'),
    title: text('title'),
    mailboxId: uuid('mailbox_id'),
    address: text('address'),
    addressName: text('address_name'),
    priority: text('priority').$type<Conversation['priority']>().notNull().default('normal'),
    labels: text('labels').array().notNull().default([]),
    unread: boolean('unread').notNull().default(false),
    lastAt: instant('last_at'),
    channel: text('channel').$type<Conversation['channel']>().notNull(),
    state: text('state').$type<Conversation['state']>().notNull(),
    snoozedUntil: instant('snoozed_until'),
    assigneeId: uuid('assignee_id'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const message = pgTable(
  'message',
  {
    ...head,
    conversationId: uuid('conversation_id').notNull(),
    channel: text('channel').$type<Conversation['channel']>().notNull().default('reddit'),
    direction: text('direction').$type<Message['direction']>().notNull(),
    state: text('state').$type<Message['state']>().notNull(),
    text: text('text').notNull(),
    accountId: uuid('account_id'),
    outsideName: text('outside_name'),
    parentName: text('parent_name'),
    subject: text('subject'),
    permalink: text('permalink'),
    mailboxId: uuid('mailbox_id'),
    messageId: text('message_id'),
    inReplyTo: text('in_reply_to'),
    fromAddress: text('from_address'),
    attachments: jsonb('attachments').$type<Message['attachments']>().notNull().default([]),
    isAutomatic: boolean('is_automatic').notNull().default(false),
    isFirst: boolean('is_first').notNull().default(false),
    reason: text('reason'),
    hold: text('hold').$type<Message['hold']>(),
    refusal: text('refusal').$type<Message['refusal']>(),
    dueAt: instant('due_at'),
    armedAt: instant('armed_at'),
    tries: integer('tries').notNull().default(0),
    recheckAt: instant('recheck_at'),
    missedAt: instant('missed_at'),
    deferredUntil: instant('deferred_until'),
    sentAt: instant('sent_at'),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const campaign = pgTable(
  'campaign',
  {
    ...head,
    name: text('name').notNull(),
    state: text('state').$type<Campaign['state']>().notNull(),
    steps: jsonb('steps').$type<Campaign['steps']>().notNull(),
    stages: text('stages').array().notNull(),
    tags: text('tags').array().notNull(),
    perDay: integer('per_day').notNull(),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

/** A person in a campaign. */
export const campaignPerson = pgTable(
  'campaign_person',
  {
    ...head,
    campaignId: uuid('campaign_id').notNull(),
    personId: uuid('person_id').notNull(),
    step: smallint('step').notNull().default(0),
    state: text('state').$type<CampaignPerson['state']>().notNull(),
    reason: text('reason').$type<CampaignPerson['reason']>(),
    nextAt: instant('next_at'),
    messageId: uuid('message_id'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

/** Each message of a campaign, once per person and step. */
export const campaignMessage = pgTable(
  'campaign_message',
  {
    projectId: head.projectId,
    campaignId: uuid('campaign_id').notNull(),
    personId: uuid('person_id').notNull(),
    step: smallint('step').notNull(),
    messageId: uuid('message_id'),
    queuedOn: date('queued_on').notNull(),
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.campaignId, t.personId, t.step] })],
)

export const invitation = pgTable(
  'invitation',
  {
    ...head,
    personId: uuid('person_id').notNull(),
    recipient: text('recipient'),
    opportunityId: uuid('opportunity_id'),
    quote: text('quote').notNull(),
    permalink: text('permalink').notNull(),
    outsideName: text('outside_name').notNull(),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const messageSettings = pgTable('message_settings', {
  projectId: uuid('project_id').primaryKey(),
  mode: text('mode').$type<MessageSettings['mode']>().notNull().default('manual'),
  agreedBy: uuid('agreed_by'),
  agreedAt: instant('agreed_at'),
  stoppedBy: uuid('stopped_by'),
  stoppedAt: instant('stopped_at'),
  quietFrom: smallint('quiet_from').notNull().default(21),
  quietTo: smallint('quiet_to').notNull().default(8),
  hourlyMost: integer('hourly_most').notNull().default(5),
  dailyMost: integer('daily_most').notNull().default(20),
  updatedAt: instant('updated_at').notNull(),
})

const digest = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const sending = pgTable('sending', {
  id: uuid('id').primaryKey(),
  clientId: text('client_id').notNull(),
  subject: text('subject').notNull(),
  realm: text('realm').$type<Realm>().notNull(),
  ownerId: uuid('owner_id').notNull(),
  kind: text('kind', { enum: ['message', 'comment'] }).notNull(),
  firstTo: digest('first_to'),
  community: text('community'),
  textDigest: digest('text_digest').notNull(),
  countedOn: date('counted_on'),
  sentAt: instant('sent_at').notNull(),
})
