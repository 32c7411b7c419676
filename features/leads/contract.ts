import { z } from 'zod'
import { Headline } from '#engine/explain/headline.ts'
import { commentPath } from '#engine/reddit/comment-path.ts'
import { replyCheckSteps } from '#engine/replies/reply-checks.ts'
import { Component, Label, rejectionReasons } from '#engine/score/component.ts'
import { Snippet } from '#engine/spans.ts'
import { Post, posts } from '#features/posts/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { created, dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { sound, text } from '#platform/contract/texts.ts'

/** Who made a decision about a lead, and when. */
export const Decision = z.object({ by: z.string(), at: instant })
/**
 * What Reddit shows of a reply. waiting: not due yet, or being repeated · live: shown to everyone · removed: by
 * moderators or a filter · deleted: by its author · missing: Reddit doesn't know the comment · notChecked: nothing is
 * known, because Reddit couldn't be asked
 */
const replyCheckStates = ['waiting', 'live', 'removed', 'deleted', 'missing', 'notChecked'] as const
export const ReplyCheck = z.object({
  /** How long after its link was saved the reply is looked up. */
  step: z.enum(replyCheckSteps),
  state: z.enum(replyCheckStates),
  /** Who removed it, where Reddit says so. */
  removedBy: z.enum(['moderators', 'filter']).nullable(),
  /** Null while Reddit hides them. */
  votes: z.number().int().nullable(),
  dueAt: instant,
  /** When Reddit was really asked: later than due after an outage. */
  checkedAt: instant.nullable(),
  /** Why it isn't checked, or not yet, for users. */
  trouble: z.string().nullable(),
})
export type ReplyCheck = z.infer<typeof ReplyCheck>
/** `text`: the reply as posted; `permalink`: the path of the comment on Reddit; `checks`: in order, none without it. */
export const Reply = Decision.extend({
  text: z.string().nullable(),
  permalink: z.string().nullable(),
  checks: z.array(ReplyCheck),
})
export const Rejection = Decision.extend({ reason: z.enum(rejectionReasons) })
/** The member who is working on a lead: whoever claimed it or was assigned to it. */
export const Claim = Decision.extend({ user: z.uuid() })
export type Decision = z.infer<typeof Decision>
export type Reply = z.infer<typeof Reply>
export type Claim = z.infer<typeof Claim>
export type Rejection = z.infer<typeof Rejection>
export const opportunityStates = ['new', 'replied', 'rejected'] as const
export type OpportunityState = (typeof opportunityStates)[number]

/** Another lead with a copy of this one's text, such as a crosspost or a repost. */
export const Sibling = z.object({
  id: z.uuid(),
  subreddit: z.string(),
  author: z.string().nullable(),
  permalink: z.string(),
  postedAt: instant.nullable(),
})
export type Sibling = z.infer<typeof Sibling>

/** The maximum number of siblings returned with a lead. */
export const siblingsMax = 20
export const Opportunity = z.object({
  ...row,
  /** 0 to 100: the chance, in percent, that someone who makes the product would call it a lead. */
  score: z.number(),
  /** The key of the order "now": the chance times the reply window, as a logarithm, under the project's weights. */
  urgency: z.number(),
  label: Label,
  components: z.array(Component),
  /** What the lead asks for, quoted, and which part of the product answers it. */
  sentence: Headline.nullable(),
  snippet: Snippet,
  postedAt: instant.nullable(),
  /** The comments on its post, when it was last seen; null if unknown. */
  numComments: z.number().int().nullable(),
  /** When it was released, which determines what is new to a project. */
  releasedAt: instant,
  state: z.enum(opportunityStates),
  saved: z.boolean(),
  /** When it was marked as replied or rejected. */
  decidedAt: instant.nullable(),
  reply: Reply.nullable(),
  rejection: Rejection.nullable(),
  save: Decision.nullable(),
  /** Who is working on it, and since when. */
  claim: Claim.nullable(),
  /** Whether the caller has not opened it yet. */
  unread: z.boolean(),
  /** Earliest post first. Decisions apply to all of them; lists show only the primary. */
  siblings: z.array(Sibling),
  siblingCount: z.number().int(),
  post: Post.optional(),
  project: Project.optional(),
})
export type Opportunity = z.infer<typeof Opportunity>

/** The items of one stream that a project holds until their release (DECISIONS 21). */
export const Held = z.object({
  /** As a list would count them. */
  count: z.number().int(),
  /** When they are released. Null: new items are released immediately. In the past: once the project is open again. */
  releasesAt: z.iso.datetime().nullable(),
})
export type Held = z.infer<typeof Held>

/** The held leads and mentions, each by its interval in the plan. */
export const Releases = z.object({ leads: Held, mentions: Held })
export type Releases = z.infer<typeof Releases>
/** What a project's leads can be filtered by: names that occur in them, most leads first. */
export const LeadFilters = z.object({
  communities: z.array(z.string()),
  keywords: z.array(z.string()),
  competitors: z.array(z.string()),
})
export type LeadFilters = z.infer<typeof LeadFilters>
/** The caller's visit to a project's leads. A visit ends after half an hour without a sign of them. */
export const LeadVisit = z.object({
  /** When the visit before the present one ended; null for the first. */
  since: instant.nullable(),
  /** The new leads that were released since then. */
  newLeads: z.number().int(),
})
export type LeadVisit = z.infer<typeof LeadVisit>
/** How many posts a project sends to the chat model per day (UTC). */
export const ModelUse = z.object({
  /** The model's name; null if none is configured. */
  model: z.string().nullable(),
  postsToday: z.number().int(),
  postsPerDay: z.number().int(),
})
export type ModelUse = z.infer<typeof ModelUse>
/** A post like a lead: a lead itself, or a candidate that was dropped. */
export const SimilarPost = z.object({
  post: Post,
  /** Null: dropped. */
  lead: z.object({ id: z.uuid(), state: z.enum(opportunityStates) }).nullable(),
  /** Those of `words` that occur in it. */
  words: z.array(z.string()),
})
export type SimilarPost = z.infer<typeof SimilarPost>

/** How similar posts were found: the rarest words of the lead, and among how many of the newest posts. */
const SimilarSearch = z.object({ words: z.array(z.string()), compared: z.number().int() })
const similarAnswer = z.object({ data: z.array(SimilarPost), meta: SimilarSearch })
export type SimilarPosts = z.infer<typeof similarAnswer>

/**
 * The two samples of the audit. candidate: posts that match the watchlist and scored too low for a lead · other: posts
 * of imported archives that don't match the watchlist.
 */
export const auditKinds = ['candidate', 'other'] as const
export type AuditKind = (typeof auditKinds)[number]
export const auditVerdicts = ['lead', 'notLead'] as const

/** A sampled post that was dropped, to review. */
export const DroppedPost = z.object({ kind: z.enum(auditKinds), post: Post })
export type DroppedPost = z.infer<typeof DroppedPost>

/** How many of the reviewed posts were leads; the rate and its 95 % interval are from 0 to 1, null without reviews. */
const MissRate = z.object({
  reviewed: z.number().int(),
  leads: z.number().int(),
  rate: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type MissRate = z.infer<typeof MissRate>

export const Audit = z.object({
  /** The newest sampled posts without a review, at most `auditMax`. */
  dropped: z.array(DroppedPost),
  missRates: z.object({ candidate: MissRate, other: MissRate }),
})
export type Audit = z.infer<typeof Audit>
export const auditMax = 50

/** A member's verdict on a sampled post. Deleting it undoes it. */
export const AuditReview = z.object({
  ...row,
  kind: z.enum(auditKinds),
  verdict: z.enum(auditVerdicts),
  project: Project.optional(),
  /** The lead that the verdict made. */
  opportunity: Opportunity.nullable().optional(),
  createdBy: Person.nullable().optional(),
})
export type AuditReview = z.infer<typeof AuditReview>
const AuditReviewCreate = z.strictObject({ project: relation, post: z.uuid(), verdict: z.enum(auditVerdicts) })
export type AuditReviewCreate = z.output<typeof AuditReviewCreate>

const RejectionPut = z.strictObject({ reason: z.enum(rejectionReasons) })
/** A key that is left out keeps its value; null removes it. */
export const ReplyPut = z.strictObject({
  /** Reddit's own limit. */
  text: text(10_000).nullable().optional(),
  permalink: sound
    .max(2000)
    .transform(commentPath)
    .pipe(z.string('permalink must be the link of a comment on Reddit'))
    .nullish(),
})
const AssigneePut = z.strictObject({ assignee: relation })
const opportunityAnswer = one(Opportunity)
export const opportunitiesResource: Resource = {
  name: 'opportunities',
  entity: Opportunity,
  filterable: {
    ...identity,
    project: 'relation',
    score: 'number',
    urgency: 'number',
    label: 'number',
    state: 'text',
    saved: 'boolean',
    postedAt: 'instant',
    releasedAt: 'instant',
    decidedAt: 'instant',
    reason: 'text',
    /** Of a decided lead: the post's title, text, author and community, the reply, and who decided. */
    archive: 'text',
    numComments: 'number',
    /** The post's title, text, author, and community. */
    text: 'text',
    subreddit: 'text',
    permalink: 'text',
    /** The keywords and names of competitors in the post; a test holds if any of them meets it. */
    keyword: 'text',
    competitor: 'text',
    /** `me`, `others`, or `nobody`. */
    claimed: 'text',
    unread: 'boolean',
    /** Whether the caller is to answer it now (server/lead-filters). */
    due: 'boolean',
    /** Of its reply: `live`, `removed`, or `unchecked`. */
    visibility: 'text',
    hour: 'number',
    weekday: 'number',
  },
  sortable: ['urgency', 'score', 'postedAt', 'numComments', 'releasedAt', 'decidedAt', ...created],
  relations: { post: posts, project: projectsResource },
  cursor: true,
}

export const opportunitiesEndpoints = {
  opportunitiesFind: {
    method: 'GET',
    path: '/opportunities',
    access: 'signedIn',
    right: 'readLeads',
    find: opportunitiesResource,
    answer: many(Opportunity),
  },
  opportunitiesFindOne: {
    method: 'GET',
    path: '/opportunities/:id',
    access: 'signedIn',
    right: 'readLeads',
    find: opportunitiesResource,
    answer: opportunityAnswer,
  },
  replyPut: {
    method: 'PUT',
    path: '/opportunities/:id/reply',
    access: 'signedIn',
    body: envelope(ReplyPut).optional(),
    answer: opportunityAnswer,
  },
  replyDelete: { method: 'DELETE', path: '/opportunities/:id/reply', access: 'signedIn', answer: opportunityAnswer },
  rejectionPut: {
    method: 'PUT',
    path: '/opportunities/:id/rejection',
    access: 'signedIn',
    body: envelope(RejectionPut),
    answer: opportunityAnswer,
  },
  rejectionDelete: {
    method: 'DELETE',
    path: '/opportunities/:id/rejection',
    access: 'signedIn',
    answer: opportunityAnswer,
  },
  savePut: { method: 'PUT', path: '/opportunities/:id/save', access: 'signedIn', answer: opportunityAnswer },
  saveDelete: { method: 'DELETE', path: '/opportunities/:id/save', access: 'signedIn', answer: opportunityAnswer },
  /** Leads and mentions that were found but aren't shown yet. */
  releasesFind: {
    method: 'GET',
    path: '/projects/:id/releases',
    access: 'signedIn',
    right: 'readLeads',
    answer: one(Releases),
  },
  leadFiltersFind: {
    method: 'GET',
    path: '/projects/:id/lead-filters',
    access: 'signedIn',
    right: 'readLeads',
    answer: one(LeadFilters),
  },
  readPut: {
    method: 'PUT',
    path: '/opportunities/:id/read',
    access: 'signedIn',
    right: 'readLeads',
    answer: opportunityAnswer,
  },
  readDelete: {
    method: 'DELETE',
    path: '/opportunities/:id/read',
    access: 'signedIn',
    right: 'readLeads',
    answer: opportunityAnswer,
  },
  leadVisitPut: {
    method: 'PUT',
    path: '/projects/:id/lead-visit',
    access: 'signedIn',
    right: 'readLeads',
    answer: one(LeadVisit),
  },
  modelUseFind: {
    method: 'GET',
    path: '/projects/:id/model-use',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    answer: one(ModelUse),
  },
  claimPut: {
    method: 'PUT',
    path: '/opportunities/:id/claim',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: one(Opportunity),
  },
  claimDelete: {
    method: 'DELETE',
    path: '/opportunities/:id/claim',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: one(Opportunity),
  },
  /** Claims a lead for a member, replacing the earlier claim. Ends as a claim does. */
  assigneePut: {
    method: 'PUT',
    path: '/opportunities/:id/assignee',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(AssigneePut),
    answer: one(Opportunity),
  },
} as const satisfies Record<string, Endpoint>

export const auditReviewsResource: Resource = {
  name: 'auditReviews',
  entity: AuditReview,
  filterable: { ...identity, project: 'relation', createdBy: 'relation', kind: 'text', verdict: 'text' },
  sortable: [...dated],
  relations: { project: projectsResource, opportunity: opportunitiesResource, createdBy: users },
  cursor: false,
}

/** The audit of dropped posts and the search for similar ones. Both show posts that are no leads. */
export const droppedPostsEndpoints = {
  similarFind: { method: 'GET', path: '/opportunities/:id/similar', access: 'signedIn', answer: similarAnswer },
  auditFind: { method: 'GET', path: '/projects/:id/audit', access: 'signedIn', answer: one(Audit) },
  auditReviewsFind: {
    method: 'GET',
    path: '/audit-reviews',
    access: 'signedIn',
    find: auditReviewsResource,
    answer: many(AuditReview),
  },
  auditReviewsFindOne: {
    method: 'GET',
    path: '/audit-reviews/:id',
    access: 'signedIn',
    find: auditReviewsResource,
    answer: one(AuditReview),
  },
  auditReviewsCreate: {
    method: 'POST',
    path: '/audit-reviews',
    access: 'signedIn',
    right: 'decide',
    body: envelope(AuditReviewCreate),
    answer: one(AuditReview),
    status: 201,
  },
  auditReviewsDelete: {
    method: 'DELETE',
    path: '/audit-reviews/:id',
    access: 'signedIn',
    right: 'decide',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
