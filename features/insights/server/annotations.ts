import type { z } from 'zod'
import type { Ctx } from '#platform/server/ctx.ts'
import { toOne } from '#platform/server/database/rows/find.ts'
import type { Writing } from '#platform/server/database/rows/own-row.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { resourceRows } from '#platform/server/resource.ts'
import {
  type InsightAnnotation,
  type InsightAnnotationCreate,
  type InsightAnnotationUpdate,
  insightAnnotationsContract,
} from '../contract-annotations.ts'
import { showsMembersTo } from './shown-members.ts'
import { insightAnnotation } from './tables.ts'

type AnnotationRow = typeof insightAnnotation.$inferSelect

const annotations = resourceRows(insightAnnotationsContract, insightAnnotation)
const written = { noun: 'insightAnnotation', right: 'changeReports', rows: annotations } as const

/** Annotations with the author, for roles that may see members. */
export function annotationsFor(ctx: Ctx): Writing<AnnotationRow, InsightAnnotation> {
  const showsMembers = showsMembersTo(ctx)
  const createdBy = toOne<AnnotationRow>('users', (row) => (showsMembers(row) ? row.createdBy : null))
  return { ...annotations, links: { ...annotations.links, createdBy } }
}

/** Writes down what happened on a day. */
export function createAnnotation(
  ctx: Ctx,
  { project: projectId, ...values }: z.output<typeof InsightAnnotationCreate>,
): Promise<InsightAnnotation> {
  return createRow(ctx, written, { projectId, ...values, createdBy: authorOf(ctx) })
}

export function updateAnnotation(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof InsightAnnotationUpdate> },
): Promise<InsightAnnotation> {
  return updateRow(ctx, written, id, async () => data)
}

export function deleteAnnotation(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}
