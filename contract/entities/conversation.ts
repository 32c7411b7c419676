import { z } from 'zod'
import { Opportunity, Person, Project } from '../entities.ts'
import { RedditPerson } from './reddit-person.ts'
import { row } from './row.ts'

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
/** DESIGN 5; what comes in is `received` and stays so. */
export const messageStates = [
  'draft',
  'queued',
  'armed',
  'sent',
  'confirmed',
  'deferred',
  'refused',
  'received',
] as const
export type MessageState = (typeof messageStates)[number]

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
