import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import { Conversation, Message } from '../entities/conversation.ts'
import { instant, text } from '../texts.ts'

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

export const conversationsEndpoints = {
  conversationsFind: {
    method: 'GET',
    path: '/conversations',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'conversations',
    answer: many(Conversation),
  },
  conversationsFindOne: {
    method: 'GET',
    path: '/conversations/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'conversations',
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
    find: 'messages',
    answer: many(Message),
  },
  messagesFindOne: {
    method: 'GET',
    path: '/messages/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'messages',
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
