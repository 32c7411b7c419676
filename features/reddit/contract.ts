import { z } from 'zod'
import { postStandings } from '#features/posts/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { communities } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'

/** signIn: Reddit no longer lets us in with it, and somebody has to connect it again. */
const redditAccountStates = ['connected', 'signIn'] as const

/** An account on Reddit that a project connected. */
export const RedditAccount = z.object({
  ...row,
  /** Without `u/`. */
  name: z.string(),
  state: z.enum(redditAccountStates),
  /** What it let us do, by Reddit's words. */
  scopes: z.array(z.string()),
  /** Of posts and comments together; null where Reddit did not tell. */
  karma: z.number().int().nullable(),
  /** Since when it is on Reddit; null where Reddit did not tell. */
  joinedAt: z.iso.datetime().nullable(),
  /** When Reddit last told its karma and age; looked at daily. */
  standingAt: z.iso.datetime().nullable(),
  /** Since when it is known to be suspended on Reddit; null where it is not. */
  suspendedAt: z.iso.datetime().nullable(),
  /** In which of the two worlds it is. */
  realm: z.enum(['sandbox', 'real']),
  project: Project.optional(),
  connectedBy: Person.nullable().optional(),
})
export type RedditAccount = z.infer<typeof RedditAccount>

/** That something of a project was forgotten, and when: never what it said. */
export const Forgetting = z.object({
  ...row,
  /** The lead or mention that was about it; what is left of a lead may be gone since. */
  opportunityId: z.uuid().nullable(),
  mentionId: z.uuid().nullable(),
  standing: z.enum(postStandings).exclude(['there']),
  /** When it was still there; null where nobody had seen it. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** How many notes, reminders and messages lost what they quoted of it. */
  texts: z.number().int(),
  /** How many people the project knows no more by their names. */
  people: z.number().int(),
  project: Project.optional(),
})
export type Forgetting = z.infer<typeof Forgetting>

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

/** Which communities to tell of. */
const CommunityProfilesCreate = z.strictObject({ names: communities })

const forgettingsResource: Resource = {
  name: 'forgettings',
  entity: Forgetting,
  filterable: { ...identity, project: 'relation', standing: 'text', opportunityId: 'id', mentionId: 'id' },
  sortable: [...dated, 'standing'],
  relations: { project: projectsResource },
  cursor: false,
}

const redditAccountsResource: Resource = {
  name: 'redditAccounts',
  entity: RedditAccount,
  filterable: {
    ...identity,
    project: 'relation',
    connectedBy: 'relation',
    name: 'text',
    state: 'text',
    realm: 'text',
  },
  sortable: [...dated, 'name', 'state'],
  relations: { project: projectsResource, connectedBy: users },
  cursor: false,
}

export const communitiesEndpoints = {
  communityProfilesCreate: {
    method: 'POST',
    path: '/community-profiles',
    access: 'inPerson',
    body: envelope(CommunityProfilesCreate),
    answer: one(z.array(CommunityProfile)),
  },
} as const satisfies Record<string, Endpoint>

/** What was forgotten of a project because it is gone from Reddit (DESIGN 4): when, and never what it said. */
export const forgettingEndpoints = {
  forgettingsFind: {
    method: 'GET',
    path: '/forgettings',
    access: 'inPerson',
    right: 'readAudit',
    find: forgettingsResource,
    answer: many(Forgetting),
  },
  forgettingsFindOne: {
    method: 'GET',
    path: '/forgettings/:id',
    access: 'inPerson',
    right: 'readAudit',
    find: forgettingsResource,
    answer: one(Forgetting),
  },
} as const satisfies Record<string, Endpoint>

export const RedditAccountConnect = z.strictObject({ project: relation })
export type RedditAccountConnect = z.input<typeof RedditAccountConnect>

export const redditAccountsEndpoints = {
  redditAccountsFind: {
    method: 'GET',
    path: '/reddit-accounts',
    access: 'signedIn',
    find: redditAccountsResource,
    answer: many(RedditAccount),
  },
  redditAccountsFindOne: {
    method: 'GET',
    path: '/reddit-accounts/:id',
    access: 'signedIn',
    find: redditAccountsResource,
    answer: one(RedditAccount),
  },
  /**
   * Answers with Reddit's page to go to, in the same browser. Whoever agrees there comes back, and it is connected.
   * Nothing is made yet, hence 200: asked again at once, it answers with another page, since each is good for one visit.
   */
  redditAccountsConnect: {
    method: 'POST',
    path: '/reddit-accounts',
    access: 'inPerson',
    right: 'changeProject',
    body: envelope(RedditAccountConnect),
    answer: one(z.object({ page: z.url() })),
  },
  /** Disconnects it, and gives back at Reddit what it let us do. */
  redditAccountsDelete: {
    method: 'DELETE',
    path: '/reddit-accounts/:id',
    access: 'inPerson',
    right: 'changeProject',
    exempt: true,
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
