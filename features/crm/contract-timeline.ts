import { z } from 'zod'
import { type Endpoint, one } from '#platform/contract/endpoint.ts'
import { instant, sound } from '#platform/contract/texts.ts'

/** How a person became known. */
export const additions = ['lead', 'message', 'import', 'byHand'] as const

const entry = {
  /** Unique in the timeline, together with `kind`. */
  id: z.uuid(),
  at: instant,
  /** The email of the member who did it; null: Earshot, the person themselves, or somebody who left. */
  by: z.string().nullable(),
}

/** Something that happened with a person. Stages are keys; a stage may be deleted since. */
export const TimelineEntry = z.discriminatedUnion('kind', [
  z.object({ ...entry, kind: z.literal('added'), how: z.enum(additions) }),
  z.object({ ...entry, kind: z.literal('stage'), from: z.string(), to: z.string() }),
  /** `to`: the email of the new owner; null: nobody, or somebody who left. */
  z.object({ ...entry, kind: z.literal('owner'), to: z.string().nullable() }),
  z.object({
    ...entry,
    kind: z.literal('value'),
    value: z.number().int().nullable(),
    currency: z.string().nullable(),
  }),
  z.object({ ...entry, kind: z.literal('email'), isSet: z.boolean() }),
  /** `handle`: the account that was merged into this person; null once it is forgotten. */
  z.object({ ...entry, kind: z.literal('merged'), handle: z.string().nullable() }),
  z.object({ ...entry, kind: z.literal('doNotContact'), isSet: z.boolean() }),
  /** The text has names in place of `<@ID>`. */
  z.object({ ...entry, kind: z.literal('note'), text: z.string() }),
  z.object({ ...entry, kind: z.literal('task'), text: z.string() }),
  z.object({
    ...entry,
    kind: z.literal('message'),
    conversation: z.uuid(),
    channel: z.enum(['reddit', 'mail']),
    direction: z.enum(['in', 'out']),
    state: z.string(),
    /** Its beginning; empty once it is gone from Reddit. */
    text: z.string(),
    permalink: z.string().nullable(),
  }),
  /** A lead of theirs was found. */
  z.object({
    ...entry,
    kind: z.literal('lead'),
    lead: z.uuid(),
    title: z.string(),
    subreddit: z.string(),
    permalink: z.string(),
    quote: z.string(),
  }),
  /** A lead of theirs was marked as replied. */
  z.object({
    ...entry,
    kind: z.literal('reply'),
    lead: z.uuid(),
    text: z.string().nullable(),
    permalink: z.string().nullable(),
  }),
  z.object({ ...entry, kind: z.literal('invitation'), quote: z.string(), permalink: z.string() }),
])
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** The kinds of entries. */
export const timelineKinds = [
  'added',
  'stage',
  'owner',
  'value',
  'email',
  'merged',
  'doNotContact',
  'note',
  'task',
  'message',
  'lead',
  'reply',
  'invitation',
] as const satisfies readonly TimelineEntry['kind'][]

/** Entries per page. */
export const timelinePageSize = 50

export const timelineEndpoints = {
  /** What happened with a person, the newest first. `before`: the `next` of the page before. `kinds`: separated by commas. */
  timelineFind: {
    method: 'GET',
    path: '/people/:id/timeline',
    access: 'signedIn',
    right: 'readOutreach',
    query: z.strictObject({
      before: sound.max(200).optional(),
      kinds: z
        .string()
        .transform((kinds) => kinds.split(','))
        .pipe(z.array(z.enum(timelineKinds)).max(timelineKinds.length))
        .optional(),
    }),
    answer: one(z.object({ entries: z.array(TimelineEntry), next: z.string().nullable() })),
  },
} as const satisfies Record<string, Endpoint>
