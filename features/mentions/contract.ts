import { z } from 'zod'
import { MentionContent, MentionName, mentionKinds } from '#engine/mentions/mention-content.ts'
import { Post, posts } from '#features/posts/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, one } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource } from '#platform/contract/resource.ts'
import { row } from '#platform/contract/row.ts'

/**
 * Where somebody speaks of the brand, of a competitor or of the industry: one for an item, whatever it names. Rows come
 * from the pipeline.
 */
export const Mention = z.object({
  ...row,
  ...MentionContent.shape,
  /** Null where it is not known, or not any more. */
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

/** How many speak well of it, badly, of neither, and in languages that are not judged. */
const BySentiment = z.object({ positive: count, neutral: count, negative: count, unknown: count })

/** Mentions as their list is filtered, counted by kind and by what they name. */
export const MentionTotals = z.object({
  counted: count,
  /** True where there are more than were counted: then it is of those that were found last (contract/filters totalMax). */
  capped: z.boolean(),
  /** A mention counts once, for its foremost kind. */
  kinds: z.array(BySentiment.extend({ kind: z.enum(mentionKinds) })),
  /** A mention counts for each that it names, by what is said of that one; the most frequent first. */
  named: z.array(BySentiment.extend(MentionName.omit({ sentiment: true }).shape)),
})
export type MentionTotals = z.infer<typeof MentionTotals>

/** Of what is named no more than so many are told. */
export const namesMax = 200
export const MentionUpdate = z.strictObject({ handled: z.boolean() })
export type MentionUpdate = z.infer<typeof MentionUpdate>
/** What was found is a phrase of the row's own, since those who read mentions may not all read keywords. */
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
  /** Filtered as the list is; how that is sorted and paged changes nothing. */
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
