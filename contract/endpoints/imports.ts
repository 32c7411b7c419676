import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import * as entity from '../entities.ts'
import { sound, text } from '../texts.ts'
import { chunkBytes, uploadMaxBytes, uploadTooLarge } from '../uploads.ts'

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

const importAnswer = one(entity.Import)

export const importsEndpoints = {
  importsFind: { method: 'GET', path: '/imports', access: 'signedIn', find: 'imports', answer: many(entity.Import) },
  importsFindOne: { method: 'GET', path: '/imports/:id', access: 'signedIn', find: 'imports', answer: importAnswer },
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
    answer: z.object({ data: z.array(entity.ArchiveFile), meta: z.object({}) }),
  },
} as const satisfies Record<string, Endpoint>
