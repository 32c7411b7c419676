import { z } from 'zod'
import { alertKinds, ClockTime, QuietHours, rhythms, WorkingHours } from '#engine/alerts/alert-rule.ts'
import { Headline } from '#engine/explain/headline.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { watchlistStatuses } from '#features/watchlist/contract.ts'
import { DeliveryState } from '#platform/contract/delivery.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { instant as sentInstant, sound, text } from '#platform/contract/texts.ts'

const alertChannels = ['mail', 'slack', 'discord', 'telegram', 'webhook'] as const

const destinationChannels = ['webhook'] as const

/** What a webhook can receive. */
export type WebhookEvent = 'lead.new' | 'mention.new' | 'alert.digest' | 'alert.event' | 'test'

/** A webhook of a project, to which alert rules send (docs/decisions/0106). */
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
  /** Until then, messages are also signed with the secret before the last rotation. */
  rotationEndsAt: instant.nullable(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type Destination = z.infer<typeof Destination>

const address = text(2_000)

const DestinationCreate = z.strictObject({
  project: relation,
  channel: z.enum(destinationChannels).default('webhook'),
  name: text(100),
  /** An https URL on a public host. */
  address,
})
export type DestinationCreate = z.output<typeof DestinationCreate>

const DestinationUpdate = z.strictObject({ name: text(100), address, status: z.enum(['active', 'paused']) }).partial()
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

/** Which finds go to whom, and when (docs/decisions/0101). */
export const AlertRule = z.object({
  ...row,
  name: z.string(),
  kind: z.enum(alertKinds),
  /** What leads and mentions must match, in the query language; empty: all. */
  query: z.string(),
  /** The lowest chance of a lead. */
  threshold: z.number(),
  /** The lowest label of a lead: 3 wants such a product now, 2 has the problem it solves. */
  label: z.number(),
  /** Only posts that a reply still reaches well. */
  fresh: z.boolean(),
  /** Only finds that no other rule of the same kind matches. */
  restOnly: z.boolean(),
  /** Only finds of these keywords and competitors, by ID; empty: all. */
  keywords: z.array(z.uuid()),
  rhythm: z.enum(rhythms),
  /** When daily and weekly digests are due, in the project's time zone. */
  timeOfDay: z.string(),
  /** In the recipient's time zone, like workingHours. What falls into them waits for their end. */
  quietHours: QuietHours.nullable(),
  workingHours: WorkingHours.nullable(),
  /** Finds until then are kept and sent afterward. */
  snoozedUntil: instant.nullable(),
  channel: z.enum(alertChannels),
  status: z.enum(watchlistStatuses),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
  /** The members who are alerted. */
  recipients: z.array(Person).optional(),
  /** The webhooks that it sends to. */
  destinations: z.array(Destination).optional(),
})
export type AlertRule = z.infer<typeof AlertRule>

const name = text(100)
const query = sound.trim().max(500)
const threshold = z.number().min(0).max(100)
const label = z.union([z.literal(2), z.literal(3)])
const keywords = z
  .array(z.uuid())
  .max(200)
  .transform((ids) => [...new Set(ids)])
const recipients = z.array(relation).max(50)
const destinations = z.array(relation).max(20)

/** Other channels need their destinations first. */
const channel = z.enum(['mail'], 'channel must be mail. Other channels are not available yet')

/** What decides which finds a rule matches, and when they are sent. */
const conditions = {
  kind: z.enum(alertKinds).default('lead'),
  query: query.default(''),
  threshold: threshold.default(0),
  label: label.default(2),
  fresh: z.boolean().default(false),
  restOnly: z.boolean().default(false),
  keywords: keywords.default([]),
  rhythm: z.enum(rhythms).default('immediately'),
  timeOfDay: ClockTime.default('08:00'),
}

const AlertRuleCreate = z.strictObject({
  project: relation,
  name,
  ...conditions,
  quietHours: QuietHours.nullable().default(null),
  workingHours: WorkingHours.nullable().default(null),
  snoozedUntil: sentInstant.nullable().default(null),
  channel: channel.default('mail'),
  status: z.enum(watchlistStatuses).default('active'),
  /** By default, the member who adds the rule. */
  recipients: recipients.optional(),
  destinations: destinations.default([]),
})
export type AlertRuleCreate = z.output<typeof AlertRuleCreate>

const AlertRuleUpdate = z
  .strictObject({
    ...{ name, kind: z.enum(alertKinds), query, threshold, label, fresh: z.boolean(), restOnly: z.boolean(), keywords },
    ...{ rhythm: z.enum(rhythms), timeOfDay: ClockTime },
    ...{ quietHours: QuietHours.nullable(), workingHours: WorkingHours.nullable() },
    ...{ snoozedUntil: sentInstant.nullable(), channel, status: z.enum(watchlistStatuses), recipients, destinations },
  })
  .partial()
export type AlertRuleUpdate = z.output<typeof AlertRuleUpdate>

export const alertRulesContract = resource('alertRules', {
  entity: AlertRule,
  create: AlertRuleCreate,
  update: AlertRuleUpdate,
  rights: { write: 'changeProject' },
  filters: { createdBy: 'relation', name: 'text', kind: 'text', query: 'text', channel: 'text', status: 'text' },
  sort: ['name', 'status'],
  relations: { project: projectsResource, createdBy: users, recipients: users, destinations: destinationsResource },
})

/** A rule that isn't saved yet, as far as a preview depends on it. */
export const AlertPreviewRule = z.strictObject({
  ...conditions,
  /** The saved rule that it changes: it then doesn't count as another rule. */
  rule: z.uuid().optional(),
})
export type AlertPreviewRule = z.output<typeof AlertPreviewRule>

/** The most finds that a preview returns. */
export const previewFindsMax = 10

/** What a rule would have sent in the last seven days. Null for kinds that are about neither leads nor mentions. */
export const AlertPreview = z.object({
  /** The messages per recipient. */
  messages: z.number().int().nullable(),
  /** The matching leads or mentions, of the newest 2,000. */
  count: z.number().int().nullable(),
  /** The newest of them. */
  finds: z.array(
    z.object({
      /** The ID of the lead or mention. */
      id: z.uuid(),
      subreddit: z.string(),
      title: z.string(),
      sentence: Headline.nullable(),
      /** Null for mentions. */
      score: z.number().nullable(),
      permalink: z.string(),
      postedAt: instant.nullable(),
      /** When it was released. */
      at: instant,
    }),
  ),
})
export type AlertPreview = z.infer<typeof AlertPreview>

/** One message of the outbox. */
export const AlertDelivery = z.object({
  id: z.uuid(),
  createdAt: instant,
  /** The ID and name of the rule. */
  rule: z.object({ id: z.uuid(), name: z.string() }),
  channel: z.enum(alertChannels),
  /** The member it goes to; null for webhooks. */
  user: Person.nullable(),
  /** The webhook it goes to; null for members. */
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

/** The most deliveries in the log. */
export const deliveriesMax = 200

/** Whether the account's address gets no alerts since a mail server refused it for good. */
export const MailSuppression = z.object({ since: instant, reason: z.string() })
export type MailSuppression = z.infer<typeof MailSuppression>

/** A rule as one of the people whom it tells, or could tell, sees it. */
export const AlertSubscription = z.object({
  rule: AlertRule.pick({
    ...{ id: true, name: true, kind: true, rhythm: true, timeOfDay: true, quietHours: true, workingHours: true },
    ...{ snoozedUntil: true, channel: true, status: true },
  }),
  project: z.object({ id: z.uuid(), name: z.string(), timeZone: z.string() }),
  /** Whether the rule alerts the caller. */
  subscribed: z.boolean(),
})
export type AlertSubscription = z.infer<typeof AlertSubscription>

export const alertsEndpoints = {
  alertPreviewCreate: {
    method: 'POST',
    path: '/projects/:id/alert-preview',
    access: 'signedIn',
    body: envelope(AlertPreviewRule),
    answer: one(AlertPreview),
  },
  alertDeliveriesFind: {
    method: 'GET',
    path: '/projects/:id/alert-deliveries',
    access: 'signedIn',
    answer: one(z.array(AlertDelivery)),
  },
  alertSampleCreate: {
    method: 'POST',
    path: '/alert-rules/:id/sample',
    access: 'signedIn',
    right: 'changeProject',
    answer: one(AlertDelivery),
    status: 201,
  },
  mailSuppressionFind: {
    method: 'GET',
    path: '/mail-suppression',
    access: 'inPerson',
    exempt: true,
    answer: one(MailSuppression.nullable()),
  },
  mailSuppressionDelete: {
    method: 'DELETE',
    path: '/mail-suppression',
    access: 'inPerson',
    exempt: true,
    answer: nothing,
    status: 204,
  },
  alertSubscriptionsFind: {
    method: 'GET',
    path: '/alert-subscriptions',
    access: 'inPerson',
    right: 'readLeads',
    exempt: true,
    answer: one(z.array(AlertSubscription)),
  },
  alertSubscriptionPut: {
    method: 'PUT',
    path: '/alert-rules/:id/subscription',
    access: 'inPerson',
    right: 'readLeads',
    exempt: true,
    answer: one(AlertSubscription),
  },
  alertSubscriptionDelete: {
    method: 'DELETE',
    path: '/alert-rules/:id/subscription',
    access: 'inPerson',
    right: 'readLeads',
    exempt: true,
    answer: one(AlertSubscription),
  },
} as const satisfies Record<string, Endpoint>

const changing = { access: 'inPerson', right: 'changeProject' } as const

/** The secret that signs a webhook's messages, `whsec_` and base64. Only this response contains it. */
const secret = z.string()

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
