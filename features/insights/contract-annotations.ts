import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

/** What happened on a day, shown on charts over time. */
export const InsightAnnotation = z.object({
  ...row,
  /** Of the project's time zone. */
  day: z.iso.date(),
  text: z.string(),
  project: Project.optional(),
  /** Hidden from clients. */
  createdBy: Person.nullable().optional(),
})
export type InsightAnnotation = z.infer<typeof InsightAnnotation>

const words = text(300)

export const InsightAnnotationCreate = z.strictObject({ project: relation, day: z.iso.date(), text: words })
export const InsightAnnotationUpdate = z.strictObject({ day: z.iso.date().optional(), text: words.optional() })

/** Days are compared as text: `filters[day][$between]` takes two of them. */
export const insightAnnotationsContract = resource('insightAnnotations', {
  entity: InsightAnnotation,
  create: InsightAnnotationCreate,
  update: InsightAnnotationUpdate,
  rights: { read: 'readReports', write: 'changeReports' },
  filters: { day: 'text', text: 'text' },
  sort: ['day'],
  relations: { project: projectsResource, createdBy: users },
})
