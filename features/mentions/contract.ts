import { z } from 'zod'
import { MentionContent, MentionName, mentionKinds } from '#engine/mentions/mention-content.ts'
import { Post, posts } from '#features/posts/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { sound } from '#platform/contract/texts.ts'
import { handledMax, muteKinds } from './contract-limits.ts'

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
  /** Whether its thread, author, or community is muted. */
  muted: z.boolean(),
  /** The lead of the same post; null if it is none. */
  opportunityId: z.uuid().nullable(),
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
  /** Most mentions first. */
  communities: z.array(z.string()),
})
export type MentionTotals = z.infer<typeof MentionTotals>

/** The most names and communities returned. */
export const namesMax = 200
export const MentionUpdate = z.strictObject({ handled: z.boolean() })
export type MentionUpdate = z.infer<typeof MentionUpdate>

const HandledMentions = z.strictObject({ mentions: z.array(z.uuid()).min(1).max(handledMax), handled: z.boolean() })
export type HandledMentions = z.infer<typeof HandledMentions>
/** The mentions whose status changed. */
const HandledAnswer = z.object({ changed: z.array(z.uuid()) })

export type MuteKind = (typeof muteKinds)[number]
export const MentionMute = z.object({
  ...row,
  kind: z.enum(muteKinds),
  /** The author or community; for a thread, its ID on Reddit. */
  name: z.string(),
  /** The post by which a thread was muted. */
  post: Post.nullable().optional(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type MentionMute = z.infer<typeof MentionMute>
/** Mutes the thread, author, or community of a mention. */
const MentionMuteCreate = z.strictObject({ project: relation, mention: z.uuid(), kind: z.enum(muteKinds) })
export type MentionMuteCreate = z.output<typeof MentionMuteCreate>

const day = z.iso.date()
/** Days in the project's time zone. By default from the first mention until today. */
const MentionPeriod = z.strictObject({ from: day.optional(), to: day.optional() })

/** The mentions that the trends count: by default all. */
const MentionTrendsQuery = MentionPeriod.extend({
  communities: z.array(z.string().max(100)).max(50).default([]),
  /** The sentiment toward the name that is counted. */
  sentiments: z.array(z.enum(['positive', 'neutral', 'negative', 'unknown'])).default([]),
  /** A part of the sentence. */
  text: sound.max(200).default(''),
})
export type MentionTrendsQuery = z.output<typeof MentionTrendsQuery>

/** A name with its mentions in each period. All names of the brand count as one, with the project's ID. */
const NameTrend = BySentiment.extend(MentionName.omit({ sentiment: true }).shape).extend({ counts: z.array(count) })
export type NameTrend = z.infer<typeof NameTrend>

/** A day with far more mentions of a name than usual (engine/mentions/spikes.ts). */
export const MentionSpike = MentionName.omit({ sentiment: true }).extend({
  day,
  mentions: count,
  /** The median of the days before. */
  usual: z.number(),
  /** The thread with the most of them; of several, the one with the most votes and comments. */
  thread: z.object({ mention: z.uuid(), title: z.string(), subreddit: z.string(), mentions: count }),
})
export type MentionSpike = z.infer<typeof MentionSpike>

export const MentionTrends = z.object({
  unit: z.enum(['day', 'week']),
  /** The first days of all periods in order; of weeks, the Mondays. */
  periods: z.array(day),
  /** The names with the most mentions, and always the brand. */
  names: z.array(NameTrend),
  /** Newest first. */
  spikes: z.array(MentionSpike),
  /** True if there are more mentions: then only the newest are counted (contract/filters totalMax). */
  capped: z.boolean(),
})
export type MentionTrends = z.infer<typeof MentionTrends>

/** The most names and spikes in the trends. */
export const trendsMax = 20
/** The phrase is a column of its own, since users who may read mentions may not be allowed to read keywords. */
export const mentionsResource: Resource = {
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
    muted: 'boolean',
    postedAt: 'instant',
  },
  sortable: [...dated, 'postedAt'],
  relations: { post: posts, project: projectsResource },
  cursor: true,
}

export const mentionMutesResource: Resource = {
  name: 'mentionMutes',
  entity: MentionMute,
  filterable: { ...identity, project: 'relation', createdBy: 'relation', kind: 'text', name: 'text' },
  sortable: [...dated],
  relations: { post: posts, project: projectsResource, createdBy: users },
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
  /** Ignores mentions that no longer exist. */
  handledMentionsPut: {
    method: 'PUT',
    path: '/projects/:id/handled-mentions',
    access: 'signedIn',
    right: 'decide',
    body: envelope(HandledMentions),
    answer: one(HandledAnswer),
  },
  mentionTrends: {
    method: 'GET',
    path: '/projects/:id/mention-trends',
    access: 'signedIn',
    right: 'readLeads',
    query: MentionTrendsQuery,
    answer: one(MentionTrends),
  },
  mentionMutesFind: {
    method: 'GET',
    path: '/mention-mutes',
    access: 'signedIn',
    right: 'readLeads',
    find: mentionMutesResource,
    answer: many(MentionMute),
  },
  mentionMutesFindOne: {
    method: 'GET',
    path: '/mention-mutes/:id',
    access: 'signedIn',
    right: 'readLeads',
    find: mentionMutesResource,
    answer: one(MentionMute),
  },
  mentionMutesCreate: {
    method: 'POST',
    path: '/mention-mutes',
    access: 'signedIn',
    right: 'decide',
    body: envelope(MentionMuteCreate),
    answer: one(MentionMute),
    status: 201,
  },
  mentionMutesDelete: {
    method: 'DELETE',
    path: '/mention-mutes/:id',
    access: 'signedIn',
    right: 'decide',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
