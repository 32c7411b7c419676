import { z } from 'zod'
import { MentionContent, MentionName, mentionKinds } from '#engine/mentions/mention-content.ts'
import { Post, posts } from '#features/posts/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, one } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource } from '#platform/contract/resource.ts'
import { row } from '#platform/contract/row.ts'

/** A sentence about the brand, a competitor or the industry, one per post. Written by the pipeline. */
export const Mention = z.object({
  ...row,
  ...MentionContent.shape,
  /** Null if unknown or forgotten. */
  author: z.string().nullable(),
  subreddit: z.string(),
  postedAt: z.iso.datetime().nullable(),
  handled: z.boolean(),
  handledAt: z.iso.datetime().nullable(),
  post: Post.optional(),
  project: Project.optional(),
})
export type Mention = z.infer<typeof Mention>
const count = z.number().int()

/** Counts by sentiment; `unknown` is for languages without sentiment detection. */
const BySentiment = z.object({ positive: count, neutral: count, negative: count, unknown: count })

/** Mentions with the list's filters, counted by kind and by name. */
export const MentionTotals = z.object({
  counted: count,
  /** True if there are more: then only the newest are counted (contract/filters totalMax). */
  capped: z.boolean(),
  /** Counts each mention once, by its most important kind. */
  kinds: z.array(BySentiment.extend({ kind: z.enum(mentionKinds) })),
  /** Counts each mention for every name in it, by the sentiment toward that name; most frequent first. */
  named: z.array(BySentiment.extend(MentionName.omit({ sentiment: true }).shape)),
})
export type MentionTotals = z.infer<typeof MentionTotals>

/** The most names returned. */
export const namesMax = 200
export const MentionUpdate = z.strictObject({ handled: z.boolean() })
export type MentionUpdate = z.infer<typeof MentionUpdate>
/** The phrase is a column of its own, since users who may read mentions may not be allowed to read keywords. */
const mentionsResource: Resource = {
  name: 'mentions',
  entity: Mention,
  filterable: {
    ...identity,
    project: 'relation',
    kind: 'text',
    phrase: 'text',
    keyword: 'relation',
    competitor: 'relation',
    sentence: 'text',
    sentiment: 'text',
    author: 'text',
    subreddit: 'text',
    handled: 'boolean',
    postedAt: 'instant',
  },
  sortable: [...dated, 'postedAt'],
  relations: { post: posts, project: projectsResource },
  cursor: false,
}

export const mentionsEndpoints = {
  mentionsFind: {
    method: 'GET',
    path: '/mentions',
    access: 'signedIn',
    right: 'readLeads',
    find: mentionsResource,
    answer: many(Mention),
  },
  mentionsFindOne: {
    method: 'GET',
    path: '/mentions/:id',
    access: 'signedIn',
    right: 'readLeads',
    find: mentionsResource,
    answer: one(Mention),
  },
  /** Takes the list's filters; sorting and paging have no effect. */
  mentionTotals: {
    method: 'GET',
    path: '/mention-totals',
    access: 'signedIn',
    right: 'readLeads',
    find: mentionsResource,
    answer: one(MentionTotals),
  },
  mentionsUpdate: {
    method: 'PUT',
    path: '/mentions/:id',
    access: 'signedIn',
    right: 'decide',
    body: envelope(MentionUpdate),
    answer: one(Mention),
  },
} as const satisfies Record<string, Endpoint>
