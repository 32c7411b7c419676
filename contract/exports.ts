import { z } from 'zod'

export const exportKinds = ['account', 'project'] as const
export const exportStates = ['waiting', 'running', 'done', 'failed'] as const

/** Hours that a finished export can be fetched. */
export const exportHours = 24

/** A file with all data of a person or of a project, made by a job for who asked and for nobody else. */
export const Export = z.object({
  id: z.uuid(),
  documentId: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
  kind: z.enum(exportKinds),
  /** The project that it is of; null for an account's. */
  projectId: z.uuid().nullable(),
  state: z.enum(exportStates),
  /** Lines written so far; the first says what the file is. */
  lines: z.number().int(),
  /** Size of the file; null until it is done. */
  bytes: z.number().int().nullable(),
  /** Why it failed, for people. */
  fault: z.string().nullable(),
  /** Until when the file can be fetched; null until it is done. */
  expiresAt: z.iso.datetime().nullable(),
})
export type Export = z.infer<typeof Export>
