import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import { AlertRule, QuietHours } from '../entities/alert-rule.ts'
import { listeningStatuses } from '../entities.ts'
import { text } from '../texts.ts'
import { query } from './names.ts'

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
  status: z.enum(listeningStatuses).default('active'),
})
export type AlertRuleCreate = z.input<typeof AlertRuleCreate>

export const AlertRuleUpdate = z.strictObject({
  name: name.optional(),
  query: query.optional(),
  threshold: threshold.optional(),
  channel: channel.optional(),
  quietHours: QuietHours.nullable().optional(),
  status: z.enum(listeningStatuses).optional(),
})
export type AlertRuleUpdate = z.input<typeof AlertRuleUpdate>

export const alertRulesEndpoints = {
  alertRulesFind: {
    method: 'GET',
    path: '/alert-rules',
    access: 'signedIn',
    find: 'alertRules',
    answer: many(AlertRule),
  },
  alertRulesFindOne: {
    method: 'GET',
    path: '/alert-rules/:id',
    access: 'signedIn',
    find: 'alertRules',
    answer: one(AlertRule),
  },
  alertRulesCreate: {
    method: 'POST',
    path: '/alert-rules',
    access: 'signedIn',
    right: 'changeListening',
    body: envelope(AlertRuleCreate),
    answer: one(AlertRule),
    status: 201,
  },
  alertRulesUpdate: {
    method: 'PUT',
    path: '/alert-rules/:id',
    access: 'signedIn',
    right: 'changeListening',
    body: envelope(AlertRuleUpdate),
    answer: one(AlertRule),
  },
  alertRulesDelete: {
    method: 'DELETE',
    path: '/alert-rules/:id',
    access: 'signedIn',
    right: 'changeListening',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
