import { z } from 'zod'

const name = z.string()
const time = z.number()
/** The reaction of the community that it is (sandbox/community/types.ts); what clients and hands do is none. */
const because = z.string().optional()

/** How a community stands, whatever the one who wrote it says. */
export const standings = ['public', 'private', 'banned', 'quarantined'] as const
export type Standing = (typeof standings)[number]

/** What happens to somebody by hand: for tests of what clients make of it. */
export const PersonChange = z.object({
  /** Who may write to them: anybody, those whom they trust, or nobody but in a chat. */
  messages: z.enum(['open', 'trusted', 'chat']).optional(),
  standing: z.enum(['well', 'suspended', 'shadowbanned', 'left']).optional(),
})
export type PersonChange = z.infer<typeof PersonChange>

/** One thing that a client did, or that was done by hand. Things and times are those of the sandbox; tokens live in real time. */
export const Entry = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('post'),
    at: time,
    id: z.number(),
    subreddit: name,
    author: name,
    title: z.string(),
    body: z.string(),
    url: z.string().nullable(),
    flair: z.string().nullable(),
  }),
  z.object({
    type: z.literal('comment'),
    at: time,
    id: z.number(),
    parent: name,
    author: name,
    body: z.string(),
    /** Of a moderator, in the name of the subreddit. */
    isNote: z.boolean().optional(),
    because,
  }),
  z.object({ type: z.literal('edit'), at: time, target: name, body: z.string() }),
  z.object({ type: z.literal('vote'), target: name, by: name, direction: z.literal([-1, 0, 1]) }),
  z.object({
    type: z.literal('moderate'),
    at: time,
    target: name,
    action: z.enum(['delete', 'remove', 'lock', 'unlock']),
    because,
  }),
  z.object({
    type: z.literal('message'),
    at: time,
    id: z.number(),
    from: name,
    to: name,
    subject: z.string(),
    body: z.string(),
    /** What it answers. */
    parent: name.nullable(),
    because,
  }),
  z.object({ type: z.literal('read'), by: name, names: z.array(name), isNew: z.boolean() }),
  z.object({
    type: z.literal('token'),
    kind: z.enum(['access', 'refresh']),
    token: z.string(),
    clientId: z.string(),
    /** Null for an app that speaks for nobody. */
    account: name.nullable(),
    scope: z.string(),
    /** Null for ever. */
    until: time.nullable(),
    /** The refresh token that it came from. */
    refresh: z.string().nullable(),
  }),
  z.object({ type: z.literal('revoke'), token: z.string() }),
  /** All before it was forgotten; names go on after the last that was given out. */
  z.object({ type: z.literal('purge'), lastId: z.number() }),
  z.object({ type: z.literal('pace'), realAt: time, at: time, speed: z.number() }),
  z.object({ type: z.literal('subreddit'), name, standing: z.enum(standings) }),
  z.object({ type: z.literal('person'), name, change: PersonChange }),
])
export type Entry = z.infer<typeof Entry>
export type EntryOf<Type extends Entry['type']> = Extract<Entry, { type: Type }>
