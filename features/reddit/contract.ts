import { z } from 'zod'
import { realms } from '#engine/sources.ts'
import { Opportunity } from '#features/leads/contract.ts'
import { Post, postStandings } from '#features/posts/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { FoundPost, SortedSearch } from '#features/search/contract.ts'
import { communities } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'

/** signIn: Reddit no longer accepts the account's grant, and a user has to reconnect it. */
const redditAccountStates = ['connected', 'signIn'] as const

/** A Reddit account that a project connected. */
export const RedditAccount = z.object({
  ...row,
  /** Without `u/`. */
  name: z.string(),
  state: z.enum(redditAccountStates),
  /** The granted scopes, by Reddit's names. */
  scopes: z.array(z.string()),
  /** For posts and comments together; null if Reddit didn't report it. */
  karma: z.number().int().nullable(),
  /** The time the account joined Reddit; null if Reddit didn't report it. */
  joinedAt: z.iso.datetime().nullable(),
  /** The time Reddit last reported karma and age; refreshed daily. */
  standingAt: z.iso.datetime().nullable(),
  /** The time since which it is known to be suspended on Reddit; null if it is not. */
  suspendedAt: z.iso.datetime().nullable(),
  /** When its inbox was last read; null if it never was. */
  inboxReadAt: z.iso.datetime().nullable(),
  /** Why its inbox can't be read now, in words; otherwise null. */
  inboxTrouble: z.string().nullable(),
  /** The realm it belongs to. */
  realm: z.enum(['sandbox', 'real']),
  project: Project.optional(),
  connectedBy: Person.nullable().optional(),
})
export type RedditAccount = z.infer<typeof RedditAccount>

/** A record that a project's content was forgotten, without that content. */
export const Forgetting = z.object({
  ...row,
  /** The lead or mention that was about it. The rest of the lead may have been deleted since. */
  opportunityId: z.uuid().nullable(),
  mentionId: z.uuid().nullable(),
  standing: z.enum(postStandings).exclude(['there']),
  /** The last time it was still on Reddit; null if that was never seen. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** The number of notes, reminders and messages that lost their quotes of it. */
  texts: z.number().int(),
  /** The number of people whose names the project lost. */
  people: z.number().int(),
  project: Project.optional(),
})
export type Forgetting = z.infer<typeof Forgetting>

/** Whether a community can be read and written in; `unread` if it hasn't been read successfully yet. */
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

/** The position of a community's rules on self-promotion; `unknown` if they don't mention it or were not read. */
export const communityStances = ['welcomes', 'tolerates', 'forbids', 'unknown'] as const
export type CommunityStance = (typeof communityStances)[number]

/** The known facts about a community. Unknown facts are null or `unknown`, never zero. */
export const CommunityProfile = z.object({
  /** In lowercase and without `r/`, as in a project's list. */
  name: z.string(),
  /** The community's own spelling. */
  displayName: z.string(),
  title: z.string(),
  members: z.number().int().nullable(),
  isAdult: z.boolean(),
  standing: z.enum(communityStandings),
  stance: z.enum(communityStances),
  /** The rule behind the stance, and the sentence of that rule. */
  stanceRule: z.string().nullable(),
  stanceWords: z.string().nullable(),
  /** Null unless requested, and while unknown. */
  rules: z.array(z.object({ name: z.string(), description: z.string() })).nullable(),
  readAt: z.iso.datetime().nullable(),
  /** Whether it is being read: request it again after a second. */
  isPending: z.boolean(),
  /** The reason why the last read failed, for users. */
  trouble: z.string().nullable(),
})
export type CommunityProfile = z.infer<typeof CommunityProfile>

/** A comment of a thread, as Reddit shows it. */
export const ThreadComment = z.object({
  /** By Reddit's number, without `t1_`. */
  id: z.string(),
  /** The comment that it answers, if that was read too; null below the post. */
  parentId: z.string().nullable(),
  /** Null if the account was deleted. */
  author: z.string().nullable(),
  /** In Markdown. */
  body: z.string(),
  /** Null while Reddit hides it. */
  score: z.number().int().nullable(),
  postedAt: z.iso.datetime().nullable(),
  permalink: z.string(),
  /** Whether the author of the thread wrote it. */
  isByPoster: z.boolean(),
  /** Whether it is the comment that was asked for. */
  isAsked: z.boolean(),
})
export type ThreadComment = z.infer<typeof ThreadComment>

/** What Reddit says publicly about the author of a post. Unknown facts are null, never zero. */
const AuthorFacts = z.object({
  name: z.string(),
  joinedAt: z.iso.datetime().nullable(),
  /** For posts and comments together. */
  karma: z.number().int().nullable(),
  isSuspended: z.boolean(),
})
export type AuthorFacts = z.infer<typeof AuthorFacts>

/**
 * The thread of a post or comment and its author, read from Reddit at this moment. Nothing of it is stored (record
 * 0086).
 */
export const Thread = z.object({
  /** Each above its replies. */
  comments: z.array(ThreadComment),
  /** How many more comments Reddit has. */
  left: z.number().int(),
  /** Null if the author is unknown or has left Reddit. */
  author: AuthorFacts.nullable(),
  readAt: z.iso.datetime(),
  /** Why it couldn't be read, for users; null if it was. */
  trouble: z.string().nullable(),
})
export type Thread = z.infer<typeof Thread>

/** A post as Reddit returned it just now. It isn't stored. */
const LivePost = Post.omit({
  ...{ id: true, documentId: true, createdAt: true, updatedAt: true, publishedAt: true },
  ...{ standing: true, checkedAt: true },
})

/** A post that Reddit found and that matches the search. */
const LiveMatch = FoundPost.omit({ post: true }).extend({
  post: LivePost,
  /** The stored copy that the project sees; null if there is none. */
  storedId: z.uuid().nullable(),
})
export type LiveMatch = z.infer<typeof LiveMatch>

/** A search of Reddit itself at this moment. Nothing of it is stored (record 0092). */
export const LiveSearch = z.object({
  /** Sorted like stored posts. */
  matches: z.array(LiveMatch),
  /** What Reddit was asked for, in the language of its search; null if it wasn't asked. */
  asked: z.object({ query: z.string(), subreddit: z.string().nullable() }).nullable(),
  /** How many posts Reddit returned. Those that don't match are left out. */
  posts: z.number().int(),
  /** True if Reddit may have more. */
  capped: z.boolean(),
  readAt: z.iso.datetime(),
  /** Why Reddit couldn't be asked, or not to the end, for users; and when to try again, if that is known. */
  trouble: z.object({ text: z.string(), retryAt: z.iso.datetime().nullable() }).nullable(),
})
export type LiveSearch = z.infer<typeof LiveSearch>

/** A post by its ID on Reddit, such as `1abcde`. */
const LiveLeadPut = z.strictObject({ outsideId: z.string().regex(/^[0-9a-z]{1,12}$/) })

/** The communities to return, and whether with their rules. By default they are of the Reddit that is connected. */
const CommunityProfilesCreate = z.strictObject({
  names: communities,
  rules: z.boolean().default(false),
  realm: z.enum(realms).optional(),
})

const forgettingsResource: Resource = {
  name: 'forgettings',
  entity: Forgetting,
  filterable: { ...identity, project: 'relation', standing: 'text', opportunityId: 'id', mentionId: 'id' },
  sortable: [...dated, 'standing'],
  relations: { project: projectsResource },
  cursor: false,
}

export const redditAccountsResource: Resource = {
  name: 'redditAccounts',
  entity: RedditAccount,
  filterable: {
    ...identity,
    project: 'relation',
    connectedBy: 'relation',
    name: 'text',
    state: 'text',
    realm: 'text',
    karma: 'number',
  },
  sortable: [...dated, 'name', 'state', 'karma'],
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

export const threadEndpoints = {
  threadReadingsCreate: {
    method: 'POST',
    path: '/projects/:id/thread-readings',
    access: 'signedIn',
    right: 'readLeads',
    body: envelope(z.strictObject({ post: z.uuid() })),
    answer: one(Thread),
  },
} as const satisfies Record<string, Endpoint>

export const liveSearchEndpoints = {
  liveSearchesCreate: {
    method: 'POST',
    path: '/projects/:id/live-searches',
    access: 'inPerson',
    body: envelope(SortedSearch),
    answer: one(LiveSearch),
  },
  /** Stores a post of a live search and adds it to the saved leads. Repeating it changes nothing. */
  liveLeadPut: {
    method: 'PUT',
    path: '/projects/:id/live-lead',
    access: 'inPerson',
    right: 'decide',
    body: envelope(LiveLeadPut),
    answer: one(Opportunity),
  },
} as const satisfies Record<string, Endpoint>

/** The records of posts that a project forgot because Reddit no longer has them (DESIGN 4), without their texts. */
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
   * Returns the Reddit page on which the user authorizes the account in the same browser. Reddit then redirects back,
   * and the account is connected. Returns 200, since nothing is created yet. Each call returns another page, since each
   * page is valid for one visit.
   */
  redditAccountsConnect: {
    method: 'POST',
    path: '/reddit-accounts',
    access: 'inPerson',
    right: 'changeProject',
    body: envelope(RedditAccountConnect),
    answer: one(z.object({ page: z.url() })),
  },
  /** Disconnects the account and revokes its grant at Reddit. */
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
