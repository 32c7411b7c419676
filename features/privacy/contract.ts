import { z } from 'zod'
import { type Endpoint, envelope, nothing, one, relation } from '#platform/contract/endpoint.ts'

export const exportKinds = ['account', 'project'] as const
export const exportStates = ['waiting', 'running', 'done', 'failed'] as const

/** Hours that a finished export can be downloaded. */
export const exportHours = 24

/** A file with all data of a person or a project, available only to the person who requested it. */
export const Export = z.object({
  id: z.uuid(),
  documentId: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime(),
  kind: z.enum(exportKinds),
  /** The exported project; null for an account's export. */
  projectId: z.uuid().nullable(),
  state: z.enum(exportStates),
  /** Lines written so far; the first line describes the file. */
  lines: z.number().int(),
  /** The file's size; null until it is done. */
  bytes: z.number().int().nullable(),
  /** Why it failed, as text for users. */
  fault: z.string().nullable(),
  /** When the download expires; null until it is done. */
  expiresAt: z.iso.datetime().nullable(),
})
export type Export = z.infer<typeof Export>

/** All data of the caller, including the projects they own, or all data of one project. */
export const ExportCreate = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account') }),
  z.strictObject({ kind: z.literal('project'), project: relation }),
])
export type ExportCreate = z.input<typeof ExportCreate>

/** The body of a request to delete one's account (docs/decisions/0032). */
export const AccountDeletion = z.strictObject({
  /**
   * Required if the account has one. Users of a sign-in provider must instead have signed in within the last minutes.
   */
  password: z.string().min(1).max(256).optional(),
  /** Also deletes the projects that have no other owner. Without it, such projects cause a ConflictError. */
  projects: z.literal('delete').optional(),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

/** A project that is deleted with an account: in the answer, and in `details.projects` of the conflict. */
export const OwnedProject = z.object({ id: z.uuid(), name: z.string() })
export type OwnedProject = z.infer<typeof OwnedProject>

const own = { access: 'inPerson', right: 'readProject', exempt: true } as const

/** Exporting and erasing one's data. The file itself is at GET /exports/:id/file (http/export-file). */
export const dataEndpoints = {
  /** Newest first, without expired ones. */
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
  /** Deletes the file, or cancels the export. */
  exportsDelete: { ...own, method: 'DELETE', path: '/exports/:id', answer: nothing, status: 204 },
  /** Deletes the caller's account. Returns the projects deleted with it. */
  meDelete: {
    ...own,
    method: 'DELETE',
    path: '/users/me',
    session: 'ends',
    body: AccountDeletion,
    answer: z.object({ projects: z.array(OwnedProject) }),
  },
} as const satisfies Record<string, Endpoint>
