import { z } from 'zod'
import { alertKinds, ClockTime, QuietHours, rhythms, WorkingHours } from '#engine/alerts/alert-rule.ts'
import { Headline } from '#engine/explain/headline.ts'
import {
  AlertDelivery,
  Destination,
  destinationsResource,
  recipientChannels,
} from '#features/alerts/contract-deliveries.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { watchlistStatuses } from '#features/watchlist/contract.ts'
import { relatedRows } from '#platform/contract/body/relations.ts'
import { type Endpoint, envelope, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { instant as sentInstant, sound, text } from '#platform/contract/texts.ts'

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
  /** How it reaches its recipients: by mail, or in the browsers in which they turned on notifications. */
  channel: z.enum(recipientChannels),
  status: z.enum(watchlistStatuses),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
  /** The members who are alerted. */
  recipients: z.array(Person).optional(),
  /** The webhooks and chats that it sends to. */
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
export const recipientsMax = 50
export const destinationsMax = 20
const recipients = relatedRows(recipientsMax)
const destinations = relatedRows(destinationsMax)

/** Webhooks and chat apps are destinations. */
const channel = z.enum(recipientChannels, 'channel must be mail or push. Add webhooks and chat apps as destinations')

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

export const AlertRuleCreate = z.strictObject({
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
  destinations: destinations.default({ set: [] }),
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
  filters: {
    createdBy: 'relation',
    name: 'text',
    kind: 'text',
    query: 'text',
    channel: 'text',
    status: 'text',
    threshold: 'number',
  },
  sort: ['name', 'status', 'threshold'],
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
