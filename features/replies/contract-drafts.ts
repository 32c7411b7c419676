import { z } from 'zod'
import { unreadReasons } from '#engine/replies/account-promotions.ts'
import { draftLengths, tones } from '#engine/replies/draft-options.ts'
import { replyPromptKinds } from '#engine/replies/prompt-kinds.ts'
import { Opportunity, opportunitiesResource } from '#features/leads/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { subreddit } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, many, one } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { sound, text } from '#platform/contract/texts.ts'

/** drafted: it has a text · missing: no fact answers the post · withheld: it isn't to be answered, or not by this method */
const draftStates = ['drafted', 'missing', 'withheld'] as const

/** Where a sentence is from: a line of the facts, a courtesy from a fixed list, or the disclosure line. */
const SentenceOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fact'), at: z.number().int() }),
  z.object({ kind: z.literal('courtesy'), courtesy: z.string(), words: z.string().nullable() }),
  z.object({ kind: z.literal('disclosure') }),
])

const languageCode = z.string().regex(/^[a-z]{2}$/, 'language must be a code such as en or de')

const options = {
  method: z.enum(['builtIn', 'model']),
  length: z.enum(draftLengths),
  tone: z.enum(tones),
  /** Whether it may name the product. */
  mention: z.boolean(),
  /** Another number words it differently. */
  variant: z.number().int().min(0).max(1_000),
  /** ISO 639-1; null: the language of the post. */
  language: languageCode.nullable(),
}

/** A suggested reply to a lead, or why there is none. Deleted with the post's text. */
export const ReplyDraft = z.object({
  ...row,
  state: z.enum(draftStates),
  /** The model's name; null for built-in drafts. */
  model: z.string().nullable(),
  /** Why a built-in draft stands in for the model's; null if it doesn't. */
  refusal: z.string().nullable(),
  /** What the model read and wrote, also for a refused text; null if the endpoint doesn't report it. */
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  ...options,
  text: z.string().nullable(),
  /** The sentences of a built-in draft; empty for a model's. */
  sentences: z.array(z.object({ text: z.string(), origin: SentenceOrigin })),
  /** The facts that it uses, or that the model was given. */
  facts: z.array(z.string()),
  /** What the post asks and no fact answers. */
  unanswered: z.array(z.object({ asks: z.string(), missing: z.string() })),
  /** Why it is withheld. */
  because: z.string().nullable(),
  project: Project.optional(),
  opportunity: Opportunity.optional(),
  createdBy: Person.nullable().optional(),
})
export type ReplyDraft = z.infer<typeof ReplyDraft>

const givenOptions = {
  length: options.length.default('medium'),
  tone: options.tone.default('plain'),
  mention: options.mention.default(true),
  variant: options.variant.default(0),
  language: options.language.default(null),
}
const ReplyDraftCreate = z.strictObject(givenOptions)
export type ReplyDraftCreate = z.output<typeof ReplyDraftCreate>

/** A draft to compare prompts by. Nothing of it is stored. */
const DraftTestCreate = z.strictObject({
  ...givenOptions,
  method: options.method.default('builtIn'),
  /** Texts in place of the stored prompts of the same kind and community. An empty one stands for none. */
  prompts: z
    .array(
      z.strictObject({
        kind: z.enum(replyPromptKinds),
        subreddit: subreddit.nullable().default(null),
        text: sound.trim().max(20_000),
      }),
    )
    .max(8)
    .default([]),
})
export type DraftTestCreate = z.output<typeof DraftTestCreate>

/** A test of prompts on a post: a draft, or why there is none. refused: the model's text can't be used. */
export const DraftTest = z.object({
  state: z.enum([...draftStates, 'refused']),
  method: options.method,
  model: z.string().nullable(),
  text: z.string().nullable(),
  unanswered: z.array(z.object({ asks: z.string(), missing: z.string() })),
  because: z.string().nullable(),
  /** What the model read and wrote; null if the endpoint doesn't report it. */
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  /** The prompts that the rule check needs, as they were for this draft. */
  disclosure: z.string(),
  bannedClaims: z.array(z.string()),
})
export type DraftTest = z.infer<typeof DraftTest>

/** The reply to a lead that the caller is writing; empty if there is none. */
export const ReplyText = z.object({ text: z.string(), updatedAt: instant.nullable() })
export type ReplyText = z.infer<typeof ReplyText>

/** Reddit's own limit. An empty text deletes the stored one. */
const ReplyTextPut = z.strictObject({ text: sound.max(10_000) })
export type ReplyTextPut = z.output<typeof ReplyTextPut>

/** What a reply to a lead is written and checked with. */
export const ReplyContext = z.object({
  /** The sentence in which the post asks; null if it asks nothing. */
  asks: z.string().nullable(),
  /** The project's facts that answer it, best first. */
  facts: z.array(z.string()),
  /** How many facts the project has for this community. */
  factCount: z.number().int(),
  /** The community's rules; null while unknown. */
  rules: z.array(z.object({ name: z.string(), description: z.string() })).nullable(),
  threadTitle: z.string().nullable(),
  product: z.object({ name: z.string(), website: z.string().nullable(), aliases: z.array(z.string()) }),
  /** Those of the project, or of the community. */
  disclosure: z.string(),
  bannedClaims: z.array(z.string()),
  /** The connected Reddit account; null if there is none. */
  account: z
    .object({
      name: z.string(),
      ageDays: z.number().int().nullable(),
      karma: z.number().int().nullable(),
      /** Whether its last posts and comments promote the product, newest first, and for how many days that is known. */
      promotions: z.discriminatedUnion('state', [
        z.object({ state: z.literal('read'), each: z.array(z.boolean()), daysOld: z.number().int() }),
        z.object({ state: z.literal('unread'), because: z.enum(unreadReasons) }),
      ]),
    })
    .nullable(),
  /** The project's latest replies, newest first, and where each was posted. */
  earlier: z.array(
    z.object({ text: z.string(), subreddit: z.string(), permalink: z.string().nullable(), at: instant }),
  ),
  /** The chat model that drafts; null without one. */
  model: z.string().nullable(),
  /** ISO 639-1: the post's language, null if it is too short to tell; and those that can be asked for. */
  language: z.string().nullable(),
  languages: z.array(z.string()),
})
export type ReplyContext = z.infer<typeof ReplyContext>

const ReplyOpinionCreate = z.strictObject({ text: text(10_000) })
export type ReplyOpinionCreate = z.output<typeof ReplyOpinionCreate>

/** What a chat model thinks of a reply under the community's rules. It never replaces the rule check. */
export const ReplyOpinion = z.object({
  model: z.string(),
  findings: z.array(
    z.object({
      /** The rule's name. */
      name: z.string(),
      verdict: z.enum(['passes', 'atRisk', 'broken']),
      /** The words of the reply that decide; null if it passes. */
      quote: z.string().nullable(),
      reason: z.string(),
    }),
  ),
})
export type ReplyOpinion = z.infer<typeof ReplyOpinion>

export const replyDraftsResource: Resource = {
  name: 'replyDrafts',
  entity: ReplyDraft,
  filterable: {
    ...identity,
    project: 'relation',
    opportunity: 'relation',
    createdBy: 'relation',
    state: 'text',
    method: 'text',
  },
  sortable: [...dated],
  relations: { project: projectsResource, opportunity: opportunitiesResource, createdBy: users },
  cursor: false,
}

export const replyDraftsEndpoints = {
  replyDraftsFind: {
    method: 'GET',
    path: '/reply-drafts',
    access: 'signedIn',
    find: replyDraftsResource,
    answer: many(ReplyDraft),
  },
  replyDraftsFindOne: {
    method: 'GET',
    path: '/reply-drafts/:id',
    access: 'signedIn',
    find: replyDraftsResource,
    answer: one(ReplyDraft),
  },
  replyContextFind: {
    method: 'GET',
    path: '/opportunities/:id/reply-context',
    access: 'signedIn',
    right: 'decide',
    answer: one(ReplyContext),
  },
  /** Suggests a reply. Each one with a text costs a credit. A stream has the model's text, which is checked at its end. */
  draftCreate: {
    method: 'POST',
    path: '/opportunities/:id/drafts',
    access: 'signedIn',
    right: 'decide',
    body: envelope(ReplyDraftCreate),
    answer: one(ReplyDraft),
    streams: true,
    status: 201,
  },
  /** Drafts a reply with other prompts. The model's text costs a credit like any other, a built-in one nothing. */
  draftTestCreate: {
    method: 'POST',
    path: '/opportunities/:id/draft-tests',
    access: 'signedIn',
    right: 'changeProject',
    body: envelope(DraftTestCreate),
    answer: one(DraftTest),
    status: 201,
  },
  /** Asks the chat model about a reply. Nothing is stored. */
  replyOpinionCreate: {
    method: 'POST',
    path: '/opportunities/:id/reply-opinions',
    access: 'signedIn',
    right: 'decide',
    body: envelope(ReplyOpinionCreate),
    answer: one(ReplyOpinion),
    status: 201,
  },
  replyTextFind: {
    method: 'GET',
    path: '/opportunities/:id/reply-text',
    access: 'signedIn',
    right: 'decide',
    answer: one(ReplyText),
  },
  replyTextPut: {
    method: 'PUT',
    path: '/opportunities/:id/reply-text',
    access: 'signedIn',
    right: 'decide',
    body: envelope(ReplyTextPut),
    answer: one(ReplyText),
  },
} as const satisfies Record<string, Endpoint>
