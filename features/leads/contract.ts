import { z } from 'zod'
import { Headline } from '#engine/explain/headline.ts'
import { Component, Label, rejectionReasons } from '#engine/score/component.ts'
import { Snippet } from '#engine/spans.ts'
import { Post, posts } from '#features/posts/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, one } from '#platform/contract/endpoint.ts'
import { identity, type Resource } from '#platform/contract/resource.ts'
import { instant, row } from '#platform/contract/row.ts'

/** Who made a decision about a lead, and when. */
export const Decision = z.object({ by: z.string(), at: instant })
export const Rejection = Decision.extend({ reason: z.enum(rejectionReasons) })
export type Decision = z.infer<typeof Decision>
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
  /** When it was released, which determines what is new to a project. */
  releasedAt: instant,
  state: z.enum(opportunityStates),
  saved: z.boolean(),
  reply: Decision.nullable(),
  rejection: Rejection.nullable(),
  save: Decision.nullable(),
  /** Who is working on it, and since when. */
  claim: Decision.nullable(),
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
/** How many posts a project sends to the chat model per day (UTC). */
export const ModelUse = z.object({
  /** The model's name; null if none is configured. */
  model: z.string().nullable(),
  postsToday: z.number().int(),
  postsPerDay: z.number().int(),
})
export type ModelUse = z.infer<typeof ModelUse>
const RejectionPut = z.strictObject({ reason: z.enum(rejectionReasons) })
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
  },
  sortable: ['urgency', 'score', 'postedAt', 'createdAt', 'releasedAt'],
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
  replyPut: { method: 'PUT', path: '/opportunities/:id/reply', access: 'signedIn', answer: opportunityAnswer },
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
} as const satisfies Record<string, Endpoint>
