import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { DeliveryState } from '#platform/contract/delivery.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

/** How a rule reaches its recipients. */
export const recipientChannels = ['mail', 'push'] as const

/** The chat apps that a project can send to. The operator turns them on (CHAT_ALERTS). */
const chatChannels = ['slack', 'discord', 'telegram'] as const
export type ChatChannel = (typeof chatChannels)[number]

const destinationChannels = ['webhook', ...chatChannels] as const

/** What a webhook can receive. */
export type WebhookEvent = 'lead.new' | 'mention.new' | 'person.stage' | 'alert.digest' | 'alert.event' | 'test'

/** A webhook or a chat of a project, to which alert rules send (docs/decisions/0106, 0107). */
export const Destination = z.object({
  ...row,
  channel: z.enum(destinationChannels),
  name: z.string(),
  /** The host of its address. The address is sealed, since it may hold a token. */
  host: z.string(),
  /** disabled: Earshot stopped sending after days of failures, or because the address is gone. */
  status: z.enum(['active', 'paused', 'disabled']),
  /** The first failed attempt since the last one that succeeded. */
  failingSince: instant.nullable(),
  disabledReason: z.string().nullable(),
  /** Until then, messages are also signed with the secret before the last rotation. Null for chats. */
  rotationEndsAt: instant.nullable(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type Destination = z.infer<typeof Destination>

/** Where a destination is. What is required depends on the channel. */
const whereabouts = {
  /** Webhooks: an https URL on a public host. Slack and Discord: the URL of an incoming webhook. */
  address: text(2_000),
  /** Telegram: the token of a bot, and a chat in which the bot may write: its number, or the @name of a channel. */
  botToken: text(100),
  chatId: text(100),
}

const DestinationCreate = z.strictObject({
  project: relation,
  channel: z.enum(destinationChannels).default('webhook'),
  name: text(100),
  address: whereabouts.address.optional(),
  botToken: whereabouts.botToken.optional(),
  chatId: whereabouts.chatId.optional(),
})
export type DestinationCreate = z.output<typeof DestinationCreate>

const DestinationUpdate = z
  .strictObject({ name: text(100), ...whereabouts, status: z.enum(['active', 'paused']) })
  .partial()
export type DestinationUpdate = z.output<typeof DestinationUpdate>

export const destinationsResource: Resource = {
  name: 'destinations',
  entity: Destination,
  filterable: {
    ...identity,
    ...{ project: 'relation', createdBy: 'relation', channel: 'text', name: 'text', status: 'text' },
  },
  sortable: [...dated, 'name', 'status'],
  relations: { project: projectsResource, createdBy: users },
  cursor: false,
}

/** One message of the outbox. */
export const AlertDelivery = z.object({
  id: z.uuid(),
  createdAt: instant,
  /** The ID and name of the rule. */
  rule: z.object({ id: z.uuid(), name: z.string() }),
  channel: z.enum([...recipientChannels, ...destinationChannels]),
  /** The member it goes to; null for destinations. */
  user: Person.nullable(),
  /** The webhook or chat it goes to; null for members. */
  destination: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Sent by the test button. */
  sample: z.boolean(),
  state: DeliveryState,
  /** Why it is deferred or was not delivered, in words; null otherwise. */
  reason: z.string().nullable(),
  /** When it is due; null if it isn't waiting. */
  dueAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** The alerts in it. */
  finds: z.number().int(),
})
export type AlertDelivery = z.infer<typeof AlertDelivery>

/** One message to a destination, with the attempts to deliver it. Its ID is also the header webhook-id. */
export const DestinationDelivery = AlertDelivery.omit({ channel: true, user: true, destination: true }).extend({
  /** The ID and name of the rule; null for tests. */
  rule: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The newest first. */
  attempts: z.array(
    z.object({
      startedAt: instant,
      ms: z.number().int(),
      /** The HTTP status; null without a response. */
      status: z.number().int().nullable(),
      /** Why it failed; null if it succeeded. */
      reason: z.string().nullable(),
      /** The first kilobyte of the response. */
      response: z.string(),
    }),
  ),
})
export type DestinationDelivery = z.infer<typeof DestinationDelivery>

const changing = { access: 'inPerson', right: 'changeProject' } as const

/** The secret that signs a webhook's messages, `whsec_` and base64. Only this response contains it. Null for chats. */
const secret = z.string().nullable()

export const destinationsEndpoints = {
  destinationsFind: {
    method: 'GET',
    path: '/destinations',
    access: 'signedIn',
    find: destinationsResource,
    answer: many(Destination),
  },
  destinationsFindOne: {
    method: 'GET',
    path: '/destinations/:id',
    access: 'signedIn',
    find: destinationsResource,
    answer: one(Destination),
  },
  destinationsCreate: {
    method: 'POST',
    path: '/destinations',
    ...changing,
    body: envelope(DestinationCreate),
    answer: one(Destination.extend({ secret })),
    status: 201,
  },
  destinationsUpdate: {
    method: 'PUT',
    path: '/destinations/:id',
    ...changing,
    body: envelope(DestinationUpdate),
    answer: one(Destination),
  },
  destinationsDelete: {
    method: 'DELETE',
    path: '/destinations/:id',
    ...changing,
    answer: nothing,
    status: 204,
  },
  destinationSecretCreate: {
    method: 'POST',
    path: '/destinations/:id/secret',
    ...changing,
    answer: one(Destination.extend({ secret })),
    status: 201,
  },
  destinationTestCreate: {
    method: 'POST',
    path: '/destinations/:id/test',
    ...changing,
    answer: one(DestinationDelivery),
    status: 201,
  },
  destinationDeliveriesFind: {
    method: 'GET',
    path: '/destinations/:id/deliveries',
    access: 'signedIn',
    right: 'changeProject',
    answer: one(z.array(DestinationDelivery)),
  },
  destinationReplayCreate: {
    method: 'POST',
    path: '/destinations/:id/replay',
    ...changing,
    body: envelope(z.strictObject({ delivery: z.uuid() })),
    answer: one(DestinationDelivery),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>
