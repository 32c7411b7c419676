import { z } from 'zod'

/** An ISO 8601 string in UTC. */
export const instant = z.iso.datetime()

/**
 * The first fields of every row (DECISIONS 6). Ids are UUIDv7 strings; `id` and `documentId` are equal, so that clients
 * of either Strapi dialect work. Relations are optional, because only populate returns them.
 */
export const row = {
  id: z.uuid(),
  documentId: z.uuid(),
  createdAt: instant,
  updatedAt: instant,
  publishedAt: instant,
}

/** A user as other members of a project see them (DECISIONS 13). */
export const Person = z.object({ id: z.uuid(), documentId: z.uuid(), email: z.string() })
export type Person = z.infer<typeof Person>
