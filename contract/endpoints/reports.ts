import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import { Report, ReportDefinition, reportSchedules } from '../entities/report.ts'
import { text } from '../texts.ts'

const name = text(100)
/** Users who belong to the project. */
const recipients = z.array(relation).max(50)

export const ReportCreate = z.strictObject({
  project: relation,
  name,
  definition: ReportDefinition,
  schedule: z.enum(reportSchedules).nullable().default(null),
  recipients: recipients.default([]),
})
export type ReportCreate = z.input<typeof ReportCreate>

export const ReportUpdate = z.strictObject({
  name: name.optional(),
  definition: ReportDefinition.optional(),
  schedule: z.enum(reportSchedules).nullable().optional(),
  recipients: recipients.optional(),
})
export type ReportUpdate = z.input<typeof ReportUpdate>

export const reportsEndpoints = {
  reportsFind: {
    method: 'GET',
    path: '/reports',
    access: 'signedIn',
    right: 'readReports',
    find: 'reports',
    answer: many(Report),
  },
  reportsFindOne: {
    method: 'GET',
    path: '/reports/:id',
    access: 'signedIn',
    right: 'readReports',
    find: 'reports',
    answer: one(Report),
  },
  reportsCreate: {
    method: 'POST',
    path: '/reports',
    access: 'signedIn',
    right: 'changeReports',
    body: envelope(ReportCreate),
    answer: one(Report),
    status: 201,
  },
  reportsUpdate: {
    method: 'PUT',
    path: '/reports/:id',
    access: 'signedIn',
    right: 'changeReports',
    body: envelope(ReportUpdate),
    answer: one(Report),
  },
  reportsDelete: {
    method: 'DELETE',
    path: '/reports/:id',
    access: 'signedIn',
    right: 'changeReports',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
