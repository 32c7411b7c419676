import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { watchlistStatuses } from '#features/watchlist/contract.ts'
import { query } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

const alertChannels = ['mail', 'slack', 'discord', 'telegram', 'webhook'] as const
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00')

/** From when to when nothing is told, in the time zone of whoever is told; over midnight where `to` is earlier. */
const QuietHours = z
  .strictObject({ from: clock, to: clock })
  .refine(({ from, to }) => from !== to, 'from and to must differ')

/** Of which leads somebody wants to hear at once. */
export const AlertRule = z.object({
  ...row,
  name: z.string(),
  query: z.string(),
  /** The least score of a lead that it tells of. */
  threshold: z.number(),
  channel: z.enum(alertChannels),
  quietHours: QuietHours.nullable(),
  status: z.enum(watchlistStatuses),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type AlertRule = z.infer<typeof AlertRule>

const name = text(100)
const threshold = z.number().min(0).max(100)

/** The others come with the places that they are sent to. */
const channel = z.enum(['mail'], 'channel must be mail: other channels are not there yet')

export const AlertRuleCreate = z.strictObject({
  project: relation,
  name,
  query,
  threshold: threshold.default(0),
  channel: channel.default('mail'),
  quietHours: QuietHours.nullable().default(null),
  status: z.enum(watchlistStatuses).default('active'),
})
export type AlertRuleCreate = z.input<typeof AlertRuleCreate>

export const AlertRuleUpdate = z.strictObject({
  name: name.optional(),
  query: query.optional(),
  threshold: threshold.optional(),
  channel: channel.optional(),
  quietHours: QuietHours.nullable().optional(),
  status: z.enum(watchlistStatuses).optional(),
})
export type AlertRuleUpdate = z.input<typeof AlertRuleUpdate>

const alertRulesResource: Resource = {
  name: 'alertRules',
  entity: AlertRule,
  filterable: {
    ...identity,
    project: 'relation',
    createdBy: 'relation',
    name: 'text',
    query: 'text',
    channel: 'text',
    status: 'text',
  },
  sortable: [...dated, 'name', 'status'],
  relations: { project: projectsResource, createdBy: users },
  cursor: false,
}

export const alertRulesEndpoints = {
  alertRulesFind: {
    method: 'GET',
    path: '/alert-rules',
    access: 'signedIn',
    find: alertRulesResource,
    answer: many(AlertRule),
  },
  alertRulesFindOne: {
    method: 'GET',
    path: '/alert-rules/:id',
    access: 'signedIn',
    find: alertRulesResource,
    answer: one(AlertRule),
  },
  alertRulesCreate: {
    method: 'POST',
    path: '/alert-rules',
    access: 'signedIn',
    right: 'changeWatchlist',
    body: envelope(AlertRuleCreate),
    answer: one(AlertRule),
    status: 201,
  },
  alertRulesUpdate: {
    method: 'PUT',
    path: '/alert-rules/:id',
    access: 'signedIn',
    right: 'changeWatchlist',
    body: envelope(AlertRuleUpdate),
    answer: one(AlertRule),
  },
  alertRulesDelete: {
    method: 'DELETE',
    path: '/alert-rules/:id',
    access: 'signedIn',
    right: 'changeWatchlist',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
