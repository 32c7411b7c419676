import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

const reportMetrics = ['leads', 'mentions', 'replies', 'shareOfVoice', 'sentiment', 'timeToReply'] as const
const dimensions = ['day', 'week', 'month', 'subreddit', 'keyword', 'competitor', 'state', 'sentiment'] as const
const reportSchedules = ['daily', 'weekly', 'monthly'] as const

/** What a report shows: a metric, by what it is grouped and broken down, how it is drawn, and over how many days. */
export const ReportDefinition = z
  .strictObject({
    metric: z.enum(reportMetrics),
    groupBy: z.enum(dimensions),
    breakdown: z.enum(dimensions).nullable().default(null),
    chart: z.enum(['line', 'bar', 'area', 'table', 'number']),
    days: z.number().int().min(1).max(730),
    subreddits: z
      .array(z.string().regex(/^\w{2,50}$/))
      .max(50)
      .default([]),
  })
  .refine(({ groupBy, breakdown }) => groupBy !== breakdown, {
    path: ['breakdown'],
    message: 'breakdown must be something else than groupBy',
  })
export type ReportDefinition = z.infer<typeof ReportDefinition>

/** Figures that are kept under a name, and perhaps sent. */
export const Report = z.object({
  ...row,
  name: z.string(),
  definition: ReportDefinition,
  /** Null: it is not sent by itself. */
  schedule: z.enum(reportSchedules).nullable(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
  /** Members that it is sent to; clients are not told of them. */
  recipients: z.array(Person).optional(),
})
export type Report = z.infer<typeof Report>

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

const reportsResource: Resource = {
  name: 'reports',
  entity: Report,
  filterable: { ...identity, project: 'relation', name: 'text', schedule: 'text' },
  sortable: [...dated, 'name'],
  relations: { project: projectsResource, createdBy: users, recipients: users },
  cursor: false,
}

export const reportsEndpoints = {
  reportsFind: {
    method: 'GET',
    path: '/reports',
    access: 'signedIn',
    right: 'readReports',
    find: reportsResource,
    answer: many(Report),
  },
  reportsFindOne: {
    method: 'GET',
    path: '/reports/:id',
    access: 'signedIn',
    right: 'readReports',
    find: reportsResource,
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
