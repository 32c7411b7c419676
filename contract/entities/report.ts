import { z } from 'zod'
import { Person, Project } from '../entities.ts'
import { row } from './row.ts'

const reportMetrics = ['leads', 'mentions', 'replies', 'shareOfVoice', 'sentiment', 'timeToReply'] as const
const dimensions = ['day', 'week', 'month', 'subreddit', 'keyword', 'competitor', 'state', 'sentiment'] as const
export const reportSchedules = ['daily', 'weekly', 'monthly'] as const

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
