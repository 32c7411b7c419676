import { z } from 'zod'
import { realms } from '#engine/sources.ts'
import { ReplyCheck } from '#features/leads/contract.ts'
import { community } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, one } from '#platform/contract/endpoint.ts'
import { instant } from '#platform/contract/row.ts'

/** How many replies are still shown a day after they were recorded, and how many were removed. */
const Survival = z.object({ live: z.number().int(), removed: z.number().int() })

/** A rule, and its sentence that says something. */
const quoted = { rule: z.string(), words: z.string() }

/** The most past replies that a playbook shows. */
export const playbookRepliesMost = 10

/** What a project knows about replying in a community. Every number says on what it rests. */
export const CommunityPlaybook = z.object({
  /** In lower case and without `r/`. */
  name: z.string(),
  /** The realm that the project sees; the rest is about it. */
  realm: z.enum(realms),
  /** What the rules ask of an account; null while the rules are unknown. */
  gates: z
    .array(z.object({ kind: z.enum(['age', 'karma']), limit: z.number().int().nullable(), ...quoted }))
    .nullable(),
  /** When, where, and how much the rules allow promotion; null while the rules are unknown. `days` are ISO: 1 is Monday. */
  terms: z
    .array(z.object({ kind: z.enum(['day', 'thread', 'share']), days: z.array(z.number().int()), ...quoted }))
    .nullable(),
  /** The connected Reddit account; null if there is none. */
  account: z
    .object({ name: z.string(), ageDays: z.number().int().nullable(), karma: z.number().int().nullable() })
    .nullable(),
  /** When the stored posts and comments of the community were written. */
  hours: z.object({
    timeZone: z.string(),
    /** How far they go back, and how many they are. */
    days: z.number().int(),
    posts: z.number().int(),
    /** True if there are more, and only the newest were counted. */
    capped: z.boolean(),
    /** The counts, by day of the week from Monday and by hour. */
    counts: z.array(z.array(z.number().int())),
  }),
  survival: z.object({
    /** Of this project. `open`: their last check isn't due yet · `unknown`: nobody could tell, or their authors deleted them. */
    own: Survival.extend({ open: z.number().int(), unknown: z.number().int() }),
    /** Of all projects on this server; null if too few customers have too few replies to tell without naming one. */
    all: Survival.extend({ customers: z.number().int() }).nullable(),
  }),
  /** The project's latest replies there, and how many there are. */
  replies: z.array(
    z.object({
      lead: z.uuid(),
      text: z.string().nullable(),
      permalink: z.string().nullable(),
      by: z.string(),
      at: instant,
      checks: z.array(ReplyCheck),
    }),
  ),
  replyCount: z.number().int(),
})
export type CommunityPlaybook = z.infer<typeof CommunityPlaybook>

export const playbookEndpoints = {
  communityPlaybooksCreate: {
    method: 'POST',
    path: '/projects/:id/community-playbooks',
    access: 'signedIn',
    body: envelope(z.strictObject({ name: community })),
    answer: one(CommunityPlaybook),
  },
} as const satisfies Record<string, Endpoint>
