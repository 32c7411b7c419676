import { z } from 'zod'

/**
 * The kinds of changes in a project during an open screen (DESIGN 7, `/api/events?project=`). An event says only what
 * changed; the API returns the new values.
 * opportunities, mentions: some were added, removed or decided on · project: its settings, state or progress ·
 * watchlist: keywords or competitors · imports: an import's state or progress · leadRuns: a search for leads ·
 * billing: the subscription, a payment, or usage · health: sources and jobs · notices: due reminders and mentions in
 * notes · answering: who is writing replies to leads · messages: conversations, their messages, and how they are sent ·
 * campaigns: their texts, states, and people · people: people, their stages, and their tasks · seo: threads that rank
 * in search or are cited · insights: changes were counted.
 */
export const eventKinds = [
  'opportunities',
  'mentions',
  'project',
  'watchlist',
  'imports',
  'leadRuns',
  'billing',
  'health',
  'notices',
  'answering',
  'messages',
  'campaigns',
  'people',
  'seo',
  'insights',
] as const
export type EventKind = (typeof eventKinds)[number]

/** A change; `id` is set if it concerns a single row. */
export const Change = z.object({ kind: z.enum(eventKinds), id: z.uuid().nullable() })
export type Change = z.infer<typeof Change>

/**
 * The messages of the stream, by the name of the server-sent event; each has the id to resume from. `position`: nothing
 * else has changed so far; sent first and with every heartbeat. `changes`: the changes since the previous message.
 * `reset`: changes were lost, so refetch everything. `end`: signed out or no longer a member; the stream closes.
 */
const StreamMessages = {
  position: z.object({}),
  changes: z.object({ changes: z.array(Change) }),
  reset: z.object({}),
  end: z.object({}),
} as const
export type StreamMessageName = keyof typeof StreamMessages

/** The seconds between heartbeats of an idle stream. */
export const streamAliveSeconds = 15
