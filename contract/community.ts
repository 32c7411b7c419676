import { z } from 'zod'

/** Whether a community can be read and written in; `unread` is what nobody could find out yet. */
export const communityStandings = [
  'unread',
  'open',
  'restricted',
  'archived',
  'private',
  'banned',
  'quarantined',
  'missing',
] as const
export type CommunityStanding = (typeof communityStandings)[number]

/** What its rules say to those who promote what they make; `unknown` where they do not speak of it, or were not read. */
export const communityStances = ['welcomes', 'tolerates', 'forbids', 'unknown'] as const
export type CommunityStance = (typeof communityStances)[number]

/** What is known of a community. What is not known is null or `unknown`, never zero. */
export const CommunityProfile = z.object({
  /** In lower case and without `r/`, as a project lists it. */
  name: z.string(),
  /** As it writes itself. */
  displayName: z.string(),
  title: z.string(),
  members: z.number().int().nullable(),
  isAdult: z.boolean(),
  standing: z.enum(communityStandings),
  stance: z.enum(communityStances),
  /** The rule that says so, and its sentence. */
  stanceRule: z.string().nullable(),
  stanceWords: z.string().nullable(),
  readAt: z.iso.datetime().nullable(),
  /** Whether it is being read: ask again in a second. */
  isPending: z.boolean(),
  /** Why it could not be read the last time, in words for people. */
  trouble: z.string().nullable(),
})
export type CommunityProfile = z.infer<typeof CommunityProfile>
