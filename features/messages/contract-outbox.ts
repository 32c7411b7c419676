import { z } from 'zod'
import { type Endpoint, envelope, one, relation } from '#platform/contract/endpoint.ts'
import { instant, text } from '#platform/contract/texts.ts'
import { Message } from './contract.ts'

/** How messages leave: copied by hand, sent by a click, or sent by campaigns. */
const messageModes = ['manual', 'assisted', 'automatic'] as const

const hourOfDay = z.number().int().min(0).max(23)

/** How a project sends messages. */
export const MessageSettings = z.object({
  mode: z.enum(messageModes),
  /** When an owner agreed to automatic messages, and who; null: nobody did. */
  agreedAt: instant.nullable(),
  agreedBy: z.string().nullable(),
  /** Since when nothing is sent, and who stopped it; null: it isn't stopped. */
  stoppedAt: instant.nullable(),
  stoppedBy: z.string().nullable(),
  /** Hours of the day in the project's time zone, in which no first message is sent. Equal hours: none. */
  quietFrom: hourOfDay,
  quietTo: hourOfDay,
  /** The most messages of an account per hour, and first messages of it in 24 hours once it is warmed up. */
  hourlyMost: z.number().int(),
  dailyMost: z.number().int(),
})
export type MessageSettings = z.infer<typeof MessageSettings>

export const MessageSettingsChange = z.strictObject({
  mode: z.enum(messageModes).optional(),
  /** Required to change to `automatic`: the caller, an owner, agrees to the summary of Reddit's rules. */
  agrees: z.literal(true).optional(),
  quietFrom: hourOfDay.optional(),
  quietTo: hourOfDay.optional(),
  hourlyMost: z.number().int().min(1).max(30).optional(),
  dailyMost: z.number().int().min(1).max(500).optional(),
})

/** A person's own words that invite messages. */
export const Invitation = z.object({
  quote: z.string(),
  permalink: z.string(),
  /** Whether it is recorded, or only found in the text of the lead. */
  recorded: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

/** Why no message to the author of a lead can be written. */
export const outreachObstacles = [
  /** The post isn't on Reddit. */
  'elsewhere',
  /** The account is gone. */
  'noAuthor',
  /** The author is a connected account of the project. */
  'ownAccount',
  'doNotContact',
  /** Another message of the same owner's projects went to them first. */
  'alreadyContacted',
  /** They don't accept messages from us. */
  'unreachable',
] as const

/** What the author of a lead said about messages, and how one would be sent. */
export const Outreach = z.object({
  /** Without u/; null if the account is gone. */
  handle: z.string().nullable(),
  person: z.uuid().nullable(),
  /** The direct conversation with them, if there is one. */
  conversation: z.uuid().nullable(),
  invitations: z.array(Invitation),
  /** Whether they wrote to the project, so that no invitation is needed. */
  wroteFirst: z.boolean(),
  obstacle: z.enum(outreachObstacles).nullable(),
  mode: z.enum(messageModes),
  /** The connected account that would send; null without one that may. */
  account: z.string().nullable(),
})
export type Outreach = z.infer<typeof Outreach>

/** Why Earshot can't post a reply in the thread of a lead. */
export const publicReplyObstacles = [
  /** The post isn't on Reddit. */
  'elsewhere',
  /** The author's account no longer exists. */
  'noAuthor',
  /** The author is a connected account of the project. */
  'ownAccount',
  'doNotContact',
  /** The project sends messages by hand. */
  'manualMode',
  /** No connected account may post comments. */
  'noAccount',
  /** The account must be reconnected. */
  'disconnected',
  /** Reddit suspended the account. */
  'suspended',
] as const

/** How a reply in the thread of a lead would be posted, and what became of the last one. */
export const PublicReply = z.object({
  /** The connected account that would post it; null without one. */
  account: z.string().nullable(),
  obstacle: z.enum(publicReplyObstacles).nullable(),
  /** The last reply that was sent from here, by anyone in the project. */
  message: Message.pick({
    ...{ id: true, createdAt: true, state: true, reason: true, hold: true, refusal: true },
    ...{ permalink: true, deferredUntil: true, sentAt: true },
  }).nullable(),
})
export type PublicReply = z.infer<typeof PublicReply>

const Conversing = z.object({ person: z.uuid(), conversation: z.uuid() })

/** How many conversations wait, for the counts beside the views. */
export const InboxCounts = z.object({
  all: z.number().int(),
  mine: z.number().int(),
  unassigned: z.number().int(),
  unread: z.number().int(),
  snoozed: z.number().int(),
})
export type InboxCounts = z.infer<typeof InboxCounts>

export const outboxEndpoints = {
  messageSettingsFind: {
    method: 'GET',
    path: '/projects/:id/message-settings',
    access: 'signedIn',
    right: 'readOutreach',
    answer: one(MessageSettings),
  },
  messageSettingsPut: {
    method: 'PUT',
    path: '/projects/:id/message-settings',
    access: 'inPerson',
    right: 'changeOutreach',
    body: envelope(MessageSettingsChange),
    answer: one(MessageSettings),
  },
  /** Holds everything that isn't sent yet. */
  messageStopPut: {
    method: 'PUT',
    path: '/projects/:id/message-stop',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: one(MessageSettings),
  },
  /** Lets messages leave again. */
  messageStopDelete: {
    method: 'DELETE',
    path: '/projects/:id/message-stop',
    access: 'inPerson',
    right: 'changeOutreach',
    answer: one(MessageSettings),
  },
  outreachFind: {
    method: 'GET',
    path: '/opportunities/:id/outreach',
    access: 'signedIn',
    right: 'readOutreach',
    answer: one(Outreach),
  },
  /** Returns the direct conversation with a lead's author, and begins it if there is none. */
  outreachPut: {
    method: 'PUT',
    path: '/opportunities/:id/outreach',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: one(Conversing),
  },
  /** Returns the conversation in a lead's thread with its author, and begins it. Messages in it are public replies. */
  publicReplyPut: {
    method: 'PUT',
    path: '/opportunities/:id/public-reply',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: one(Conversing),
  },
  publicReplyFind: {
    method: 'GET',
    path: '/opportunities/:id/public-reply',
    access: 'signedIn',
    right: 'readOutreach',
    answer: one(PublicReply),
  },
  /** Posts a reply in a lead's thread with the connected account, once the limits allow it. */
  publicReplyCreate: {
    method: 'POST',
    path: '/opportunities/:id/public-reply',
    access: 'inPerson',
    right: 'changeOutreach',
    body: envelope(z.strictObject({ text: text(10_000) })),
    answer: one(PublicReply),
  },
  /**
   * Records a person's invitation. The quote must be in the stored post, or, with Reddit's API, in the comment or post at
   * the permalink, and theirs.
   */
  personInvitationPut: {
    method: 'PUT',
    path: '/people/:id/invitation',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(
      z.strictObject({
        quote: text(500),
        permalink: text(500),
        opportunity: relation.nullable().default(null),
      }),
    ),
    answer: one(Invitation),
  },
  inboxCountsFind: {
    method: 'GET',
    path: '/projects/:id/inbox-counts',
    access: 'inPerson',
    right: 'readOutreach',
    query: z.strictObject({ channel: z.enum(['reddit', 'mail']).default('reddit'), mailbox: z.uuid().optional() }),
    answer: one(InboxCounts),
  },
} as const satisfies Record<string, Endpoint>
