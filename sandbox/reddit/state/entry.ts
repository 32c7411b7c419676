import { z } from 'zod'

const name = z.string()
const time = z.number()
/**
 * The key of the community's reaction (sandbox/community/types.ts) that caused the entry; absent for clients and manual
 * changes.
 */
const because = z.string().optional()

/** The statuses that a test can give a subreddit, whatever the community defines. */
export const standings = ['public', 'private', 'banned', 'quarantined'] as const
export type Standing = (typeof standings)[number]

/** A manual change to an account, for tests of how clients handle it. */
export const PersonChange = z.object({
  /** Who may message them: anybody, trusted users, or only chats. */
  messages: z.enum(['open', 'trusted', 'chat']).optional(),
  standing: z.enum(['well', 'suspended', 'shadowbanned', 'left']).optional(),
  /** Whether the profile lists their posts and comments. */
  profile: z.enum(['shown', 'hidden']).optional(),
})
export type PersonChange = z.infer<typeof PersonChange>

/** A logged action of a client, or a manual one. Things and times are in sandbox time; tokens are in real time. */
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
    /** Whether a moderator speaks for the subreddit. */
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
    /** The subreddit whose moderators receive or send it. */
    subreddit: name.optional(),
    subject: z.string(),
    body: z.string(),
    /** The message that it answers. */
    parent: name.nullable(),
    because,
  }),
  z.object({ type: z.literal('read'), by: name, names: z.array(name), isNew: z.boolean() }),
  z.object({
    type: z.literal('token'),
    kind: z.enum(['access', 'refresh']),
    token: z.string(),
    clientId: z.string(),
    /** Null for an app without a user. */
    account: name.nullable(),
    scope: z.string(),
    /** Null if it doesn't expire. */
    until: time.nullable(),
    /** The refresh token that issued it. */
    refresh: z.string().nullable(),
  }),
  z.object({ type: z.literal('revoke'), token: z.string() }),
  /** Marks that everything before was deleted; new names continue after the last ID. */
  z.object({ type: z.literal('purge'), lastId: z.number() }),
  z.object({ type: z.literal('pace'), realAt: time, at: time, speed: z.number() }),
  z.object({ type: z.literal('subreddit'), name, standing: z.enum(standings) }),
  /** No message of `whom` reaches `by` any more. */
  z.object({ type: z.literal('block'), by: name, whom: name, because }),
  z.object({ type: z.literal('person'), name, change: PersonChange }),
])
export type Entry = z.infer<typeof Entry>
export type EntryOf<Type extends Entry['type']> = Extract<Entry, { type: Type }>
