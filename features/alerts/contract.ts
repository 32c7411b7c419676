import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { watchlistStatuses } from '#features/watchlist/contract.ts'
import { query } from '#platform/contract/communities.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

const alertChannels = ['mail', 'slack', 'discord', 'telegram', 'webhook'] as const
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00')

/** The time span without alerts, in the recipient's time zone; spans midnight if `to` is earlier than `from`. */
const QuietHours = z
  .strictObject({ from: clock, to: clock })
  .refine(({ from, to }) => from !== to, 'from and to must differ')

/** A rule that sends immediate alerts for matching leads. */
export const AlertRule = z.object({
  ...row,
  name: z.string(),
  query: z.string(),
  /** The lowest score of a lead to alert about. */
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

/** Other channels need their destinations first. */
const channel = z.enum(['mail'], 'channel must be mail. Other channels are not available yet')

const AlertRuleCreate = z.strictObject({
  project: relation,
  name,
  query,
  threshold: threshold.default(0),
  channel: channel.default('mail'),
  quietHours: QuietHours.nullable().default(null),
  status: z.enum(watchlistStatuses).default('active'),
})

const AlertRuleUpdate = z.strictObject({
  name: name.optional(),
  query: query.optional(),
  threshold: threshold.optional(),
  channel: channel.optional(),
  quietHours: QuietHours.nullable().optional(),
  status: z.enum(watchlistStatuses).optional(),
})

export const alertRulesContract = resource('alertRules', {
  entity: AlertRule,
  create: AlertRuleCreate,
  update: AlertRuleUpdate,
  rights: { write: 'changeWatchlist' },
  filters: { createdBy: 'relation', name: 'text', query: 'text', channel: 'text', status: 'text' },
  sort: ['name', 'status'],
  relations: { project: projectsResource, createdBy: users },
})
