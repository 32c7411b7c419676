import { z } from 'zod'
import { type Endpoint, one } from '#platform/contract/endpoint.ts'

/** The most bytes, lines, and deletions of a request, and lines a minute with one token. */
export const pushLimits = { bytes: 2 * 1024 * 1024, lines: 1_000, deletions: 50, linesPerMinute: 6_000 } as const

/** The most refused lines that an answer lists. */
export const refusedShown = 100

/** What became of the lines of a request. */
export const PushAnswer = z.object({
  /** Items that were new, had other content than before, or were as before. */
  added: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** Items that were deleted, with all that was derived from them. */
  deleted: z.number().int(),
  /** Lines that aren't valid items. All others are kept. */
  refused: z.number().int(),
  /** The first of them, counted from 1. */
  refusals: z.array(z.object({ line: z.number().int(), reason: z.string() })),
})
export type PushAnswer = z.infer<typeof PushAnswer>

const PushQuery = z.strictObject({
  /** The name of the source, which leads show. */
  source: z.string().default('Pushed posts'),
  /** The ID of the project. A token has one, so it can leave it out. */
  project: z.uuid().optional(),
})

export const itemsEndpoints = {
  /**
   * Adds posts from elsewhere to a project: one JSON object a line, as in archives. An item with a known ID is updated,
   * and a line with `deleted` removes one (docs/integrations.md).
   */
  itemsPush: {
    method: 'POST',
    path: '/items',
    access: 'signedIn',
    right: 'import',
    query: PushQuery,
    bytesMax: pushLimits.bytes,
    lines: true,
    answer: one(PushAnswer),
  },
} as const satisfies Record<string, Endpoint>
