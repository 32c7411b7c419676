import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { sound, text } from '#platform/contract/texts.ts'

const importOrigins = ['command', 'upload', 'path'] as const

/** uploading: pieces are still to come · stopped: by somebody, or by a fault of ours; it can go on · failed: it can't. */
export const importStates = ['uploading', 'waiting', 'running', 'done', 'stopped', 'failed', 'purging'] as const

/** A line of an archive that is no item; `text` is how it begins. */
export const BrokenLine = z.object({ line: z.number().int(), reason: z.string(), text: z.string() })
export type BrokenLine = z.infer<typeof BrokenLine>

/** An archive that is being brought in, or was. */
export const Import = z.object({
  ...row,
  name: z.string(),
  origin: z.enum(importOrigins),
  state: z.enum(importStates),
  /** Why it failed or was stopped. */
  fault: z.string().nullable(),
  bytesTotal: z.number().int(),
  /** Bytes that are read; while it is uploading, bytes that have arrived. */
  bytesDone: z.number().int(),
  /** The piece that is to be sent next; null when none is. */
  nextChunk: z.number().int().nullable(),
  linesDone: z.number().int(),
  itemsNew: z.number().int(),
  itemsKnown: z.number().int(),
  linesBroken: z.number().int(),
  /** The first of them. */
  brokenLines: z.array(BrokenLine),
  /** Bytes of text that it keeps. */
  textBytes: z.number().int(),
  finishedAt: instant.nullable(),
  project: Project.optional(),
  /** Null where nobody of the project did, or no longer belongs to it. */
  createdBy: Person.nullable().optional(),
})
export type Import = z.infer<typeof Import>

/** A file in the server's folder of archives. */
export const ArchiveFile = z.object({ name: z.string(), bytes: z.number().int(), modifiedAt: instant })
export type ArchiveFile = z.infer<typeof ArchiveFile>

/**
 * An archive is uploaded in pieces of this many bytes, in order; only the last one is smaller. A slow line sends one well
 * within the minute that a request may take, and proxies let as much through unless they are told otherwise.
 */
export const chunkBytes = 1024 * 1024

/** What may be uploaded; larger archives are for the command line, which reads them where they are. */
export const uploadMaxBytes = 2 * 1024 ** 3

/** What is said of a larger one. */
export const uploadTooLarge = 'Uploads can be up to 2 GB. To import a larger archive, use npm run import on the server.'

/** Bytes of piece `number` of an archive of so many bytes; 0 where it has no such piece. */
export function chunkLength(bytesTotal: number, number: number): number {
  return Math.max(0, Math.min(chunkBytes, bytesTotal - number * chunkBytes))
}

/** Shown as it is, so nothing that ends a line, is invisible throughout or turns what follows it around. */
export const FileName = sound
  .trim()
  .max(255)
  .regex(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u, 'name must not contain control characters')
  .regex(/[^\p{C}\p{Z}]/u, 'name must not be empty')

/** The same archive once more, though it was brought in before. */
const again = z.boolean().default(false)

/**
 * An upload begins, or goes on where the same file (by its fingerprint, which the client makes) left off; its pieces
 * follow. Or a file of the server's archives folder, by its name there.
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
  },
  sortable: [...dated, 'name', 'state'],
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
