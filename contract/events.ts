import { z } from 'zod'

/**
 * What may change in a project while a screen is open (DESIGN 7, `/api/events?project=`). An event says only what
 * changed; who wants to know how it is now asks the API.
 * opportunities: leads came, went or were decided on · project: its settings, state or progress · listening: keywords
 * or competitors · imports: an import's state or progress · health: sources and jobs.
 */
export const eventKinds = ['opportunities', 'project', 'listening', 'imports', 'health'] as const
export type EventKind = (typeof eventKinds)[number]

/** One thing that changed; `id` is the row's where it is about a single one. */
export const Change = z.object({ kind: z.enum(eventKinds), id: z.uuid().nullable() })
export type Change = z.infer<typeof Change>

/**
 * The messages of the stream, by the name of the server-sent event. `changes`: what changed since the one before.
 * `reset`: what changed is not known any more, so ask for everything again. `end`: signed out or no member any more.
 */
export const StreamMessages = {
  changes: z.object({ changes: z.array(Change) }),
  reset: z.object({}),
  end: z.object({}),
} as const
