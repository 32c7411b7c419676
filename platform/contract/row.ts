import { z } from 'zod'

/** Instants are ISO 8601 strings in UTC. */
export const instant = z.iso.datetime()

/**
 * What every row begins with (DECISIONS 6). Ids are UUIDv7 strings; `id` and `documentId` are the same one, so that
 * clients of either Strapi dialect work. Relations are optional: populate asks for them.
 */
export const row = {
  id: z.uuid(),
  documentId: z.uuid(),
  createdAt: instant,
  updatedAt: instant,
  publishedAt: instant,
}

/** A user as the members of the same project see them (DECISIONS 13). */
export const Person = z.object({ id: z.uuid(), documentId: z.uuid(), email: z.string() })
export type Person = z.infer<typeof Person>
