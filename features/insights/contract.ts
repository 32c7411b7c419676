import { z } from 'zod'
import { canGroup, groupings, metrics } from '#engine/insights/metrics.ts'
import { isQuoteKind, quoteKinds } from '#engine/insights/quote-kinds.ts'
import { reportSchedules } from '#engine/insights/report-schedule.ts'
import { placeForm } from '#engine/places/places.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { relatedRows } from '#platform/contract/body/relations.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'
import { comparisons } from './contract-series.ts'

/** `quotes` lists topics with quotes, for the metrics of quote-kinds.ts only. */
const charts = ['line', 'bar', 'area', 'table', 'number', 'heatmap', 'funnel', 'quotes'] as const

/** The contents of a report: what is counted, how it is grouped and shown, and the days until today. */
export const ReportDefinition = z
  .strictObject({
    metric: z.enum([...metrics, ...quoteKinds]),
    /** Has no effect on quotes. */
    groupBy: z.enum(groupings),
    breakdown: z.enum(groupings).nullable().default(null),
    chart: z.enum(charts),
    days: z.number().int().min(1).max(730),
    compare: z.enum(comparisons).default('none'),
    subreddits: z.array(z.string().regex(placeForm)).max(50).default([]),
  })
  .refine(({ groupBy, breakdown }) => groupBy !== breakdown, {
    path: ['breakdown'],
    message: 'breakdown must differ from groupBy',
  })
  .refine(({ metric, groupBy, breakdown }) => isQuoteKind(metric) || canGroup(metric, groupBy, breakdown), {
    path: ['groupBy'],
    message: 'This metric cannot be grouped like this',
  })
  .refine(({ metric, chart }) => isQuoteKind(metric) === (chart === 'quotes'), {
    path: ['chart'],
    message: 'Quotes need the chart quotes, and other metrics another one',
  })
export type ReportDefinition = z.infer<typeof ReportDefinition>

/** A saved report, optionally sent on a schedule. */
export const Report = z.object({
  ...row,
  name: z.string(),
  definition: ReportDefinition,
  /** Null if the report isn't sent automatically. */
  schedule: z.enum(reportSchedules).nullable(),
  /** The day, in the project's time zone, on whose morning it is sent next; null without a schedule. */
  nextOn: z.iso.date().nullable(),
  lastSentAt: instant.nullable(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
  /** Members who receive the report; hidden from clients. */
  recipients: z.array(Person).optional(),
})
export type Report = z.infer<typeof Report>

const name = text(100)

/** Members of the project. */
export const recipientsMax = 50
const recipients = relatedRows(recipientsMax)

export const ReportCreate = z.strictObject({
  project: relation,
  name,
  definition: ReportDefinition,
  schedule: z.enum(reportSchedules).nullable().default(null),
  recipients: recipients.default({ set: [] }),
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
