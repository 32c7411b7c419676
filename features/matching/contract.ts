import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { sound, text } from '#platform/contract/texts.ts'
import { chunkBytes, uploadMaxBytes, uploadTooLarge } from './contract-limits.ts'

const importOrigins = ['command', 'upload', 'path', 'push'] as const

/** The states of an import. `uploading`: chunks missing · `stopped`: can be resumed · `failed`: can't. */
export const importStates = ['uploading', 'waiting', 'running', 'done', 'stopped', 'failed', 'purging'] as const

/** A line of an archive that isn't a valid item; `text` is its beginning. */
export const BrokenLine = z.object({ line: z.number().int(), reason: z.string(), text: z.string() })
export type BrokenLine = z.infer<typeof BrokenLine>

/** An import of an archive, in progress or finished. */
export const Import = z.object({
  ...row,
  name: z.string(),
  origin: z.enum(importOrigins),
  state: z.enum(importStates),
  /** Why the import failed or stopped. */
  fault: z.string().nullable(),
  bytesTotal: z.number().int(),
  /** Bytes read; during an upload, bytes received. */
  bytesDone: z.number().int(),
  /** The number of the next chunk to upload; null if none is expected. */
  nextChunk: z.number().int().nullable(),
  linesDone: z.number().int(),
  itemsNew: z.number().int(),
  itemsKnown: z.number().int(),
  linesBroken: z.number().int(),
  /** The first broken lines. */
  brokenLines: z.array(BrokenLine),
  /** Bytes of text that this import added. */
  textBytes: z.number().int(),
  /** Of a push source: the lines of the last minute in which any arrived. */
  recentLines: z.number().int(),
  finishedAt: instant.nullable(),
  project: Project.optional(),
  /** Null if no current member of the project created the import. */
  createdBy: Person.nullable().optional(),
})
export type Import = z.infer<typeof Import>

/** A file in the server's archives folder. */
export const ArchiveFile = z.object({ name: z.string(), bytes: z.number().int(), modifiedAt: instant })
export type ArchiveFile = z.infer<typeof ArchiveFile>

/** Returns the length of chunk `number` in bytes; 0 if the archive has no such chunk. */
export function chunkLength(bytesTotal: number, number: number): number {
  return Math.max(0, Math.min(chunkBytes, bytesTotal - number * chunkBytes))
}

/** Shown verbatim, so line breaks, fully invisible names and text-direction controls are rejected. */
export const FileName = sound
  .trim()
  .max(255)
  .regex(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u, 'name must not contain control characters')
  .regex(/[^\p{C}\p{Z}]/u, 'name must not be empty')

/** Imports the archive even if it was imported before. */
const again = z.boolean().default(false)

/**
 * Starts or resumes an upload, identified by the client's fingerprint; or imports a file from the archives folder by
 * name.
 */
export const ImportCreate = z.discriminatedUnion('origin', [
  z.strictObject({
    project: relation,
    origin: z.literal('upload'),
    name: FileName,
    bytesTotal: z.int().min(1, 'The file is empty').max(uploadMaxBytes, uploadTooLarge),
    fingerprint: text(200),
    again,
  }),
  z.strictObject({ project: relation, origin: z.literal('path'), name: FileName, again }),
])
export type ImportCreate = z.input<typeof ImportCreate>
const importAnswer = one(Import)
const importsResource: Resource = {
  name: 'imports',
  entity: Import,
  filterable: {
    ...identity,
    project: 'relation',
    createdBy: 'relation',
    name: 'text',
    origin: 'text',
    state: 'text',
    bytesTotal: 'number',
    itemsNew: 'number',
  },
  sortable: [...dated, 'name', 'state', 'bytesTotal', 'itemsNew'],
  relations: { project: projectsResource, createdBy: users },
  cursor: false,
}
export const importsEndpoints = {
  importsFind: { method: 'GET', path: '/imports', access: 'signedIn', find: importsResource, answer: many(Import) },
  importsFindOne: {
    method: 'GET',
    path: '/imports/:id',
    access: 'signedIn',
    find: importsResource,
    answer: importAnswer,
  },
  importsCreate: {
    method: 'POST',
    path: '/imports',
    access: 'signedIn',
    body: envelope(ImportCreate),
    answer: importAnswer,
    status: 201,
  },
  importChunkPut: {
    method: 'PUT',
    path: '/imports/:id/chunks/:number',
    access: 'signedIn',
    bytesMax: chunkBytes,
    answer: importAnswer,
  },
  importStopPut: { method: 'PUT', path: '/imports/:id/stop', access: 'signedIn', answer: importAnswer },
  importStopDelete: { method: 'DELETE', path: '/imports/:id/stop', access: 'signedIn', answer: importAnswer },
  importsDelete: { method: 'DELETE', path: '/imports/:id', access: 'signedIn', answer: nothing, status: 204 },
  archivesFind: {
    method: 'GET',
    path: '/projects/:id/archives',
    access: 'signedIn',
    answer: z.object({ data: z.array(ArchiveFile), meta: z.object({}) }),
  },
} as const satisfies Record<string, Endpoint>
