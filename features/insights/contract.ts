import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

const reportMetrics = ['leads', 'mentions', 'replies', 'shareOfVoice', 'sentiment', 'timeToReply'] as const
const dimensions = ['day', 'week', 'month', 'subreddit', 'keyword', 'competitor', 'state', 'sentiment'] as const
const reportSchedules = ['daily', 'weekly', 'monthly'] as const

/** The contents of a report: metric, grouping, breakdown, chart type, and number of days. */
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
    message: 'breakdown must differ from groupBy',
  })
export type ReportDefinition = z.infer<typeof ReportDefinition>

/** A saved report, optionally sent on a schedule. */
export const Report = z.object({
  ...row,
  name: z.string(),
  definition: ReportDefinition,
  /** Null if the report isn't sent automatically. */
  schedule: z.enum(reportSchedules).nullable(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
  /** Members who receive the report; hidden from clients. */
  recipients: z.array(Person).optional(),
})
export type Report = z.infer<typeof Report>

const name = text(100)

/** Members of the project. */
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

export const reportsContract = resource('reports', {
  entity: Report,
  create: ReportCreate,
  update: ReportUpdate,
  rights: { read: 'readReports', write: 'changeReports' },
  filters: { name: 'text', schedule: 'text' },
  sort: ['name'],
  relations: { project: projectsResource, createdBy: users, recipients: users },
})
