import { z } from 'zod'

/**
 * What may change in a project while a screen is open (DESIGN 7, `/api/events?project=`). An event says only what
 * changed; who wants to know how it is now asks the API.
 * opportunities, mentions: some appeared, went, or were decided on · project: its settings, state, or progress ·
 * watchlist: keywords or competitors · imports: state or progress of one · health: sources and jobs.
 */
export const eventKinds = ['opportunities', 'mentions', 'project', 'watchlist', 'imports', 'health'] as const
export type EventKind = (typeof eventKinds)[number]

/** One thing that changed; `id` is the row's where it is about a single one. */
export const Change = z.object({ kind: z.enum(eventKinds), id: z.uuid().nullable() })
export type Change = z.infer<typeof Change>

/**
 * The messages of the stream, by the name of the server-sent event; each carries the id to resume from.
 * `position`: so far nothing more changed; it comes first, and with every sign of life. `changes`: what changed since
 * the message before. `reset`: what changed is not known any more, so ask for everything again. `end`: signed out, or
 * no member any more; the stream ends with it.
 */
const StreamMessages = {
  position: z.object({}),
  changes: z.object({ changes: z.array(Change) }),
  reset: z.object({}),
  end: z.object({}),
} as const
export type StreamMessageName = keyof typeof StreamMessages

/** Seconds between signs of life of a stream on which nothing happens. */
export const streamAliveSeconds = 15
