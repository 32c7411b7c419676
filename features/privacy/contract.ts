import { z } from 'zod'
import { type Endpoint, envelope, nothing, one, relation } from '#platform/contract/endpoint.ts'

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

/** All that is kept of who asks, with the projects that they own; or all of one project. */
export const ExportCreate = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account') }),
  z.strictObject({ kind: z.literal('project'), project: relation }),
])
export type ExportCreate = z.input<typeof ExportCreate>

/** What it takes to delete one's account (docs/decisions/0032). */
export const AccountDeletion = z.strictObject({
  /** Asked of who has one. Who signs in with a provider must have signed in within the last minutes instead. */
  password: z.string().min(1).max(256).optional(),
  /** That the projects go too which nobody else owns; without it such projects stand in the way (ConflictError). */
  projects: z.literal('delete').optional(),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

/** A project that goes with an account, or would: as the answer, and in `details.projects` of the conflict. */
export const OwnedProject = z.object({ id: z.uuid(), name: z.string() })
export type OwnedProject = z.infer<typeof OwnedProject>

const own = { access: 'inPerson', right: 'readProject', exempt: true } as const

/** Taking one's data along, and having it erased. The file itself is at GET /exports/:id/file (http/export-file). */
export const dataEndpoints = {
  /** Newest first; those that are over are gone. */
  exportsFind: {
    ...own,
    method: 'GET',
    path: '/exports',
    answer: z.object({ data: z.array(Export), meta: z.object({}) }),
  },
  exportsFindOne: { ...own, method: 'GET', path: '/exports/:id', answer: one(Export) },
  exportsCreate: {
    ...own,
    method: 'POST',
    path: '/exports',
    body: envelope(ExportCreate),
    answer: one(Export),
    status: 201,
  },
  /** Removes the file, or stops making it. */
  exportsDelete: { ...own, method: 'DELETE', path: '/exports/:id', answer: nothing, status: 204 },
  /** Erases the account of who asks. Answers which projects went with it. */
  meDelete: {
    ...own,
    method: 'DELETE',
    path: '/users/me',
    session: 'ends',
    body: AccountDeletion,
    answer: z.object({ projects: z.array(OwnedProject) }),
  },
} as const satisfies Record<string, Endpoint>
