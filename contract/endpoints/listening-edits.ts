import { z } from 'zod'
import { type Endpoint, envelope, one } from '../endpoint.ts'
import { KeywordPreview } from '../keyword-preview.ts'
import { CompetitorCreate, CompetitorUpdate, KeywordCreate, KeywordUpdate } from './listening.ts'

/** Rows that one call may touch. */
const editsMost = 500

const ids = z.array(z.uuid()).max(editsMost)
/** Refused as a whole, or added and kept waiting (pausedBy quota), where the plan has no room for it. */
const overQuota = z.enum(['refuse', 'pause']).default('refuse')

const editsOf = <Create extends z.ZodType, Update extends z.ZodType>(create: Create, update: Update) =>
  z.strictObject({
    remove: ids.default([]),
    change: z.strictObject({ ids, values: update }).optional(),
    add: z.array(create).max(editsMost).default([]),
    overQuota,
  })

/** Done in this order, all of it or nothing. */
export const KeywordEdits = editsOf(KeywordCreate.omit({ project: true }), KeywordUpdate.omit({ query: true }))
export type KeywordEdits = z.input<typeof KeywordEdits>
export const CompetitorEdits = editsOf(CompetitorCreate.omit({ project: true }), CompetitorUpdate)
export type CompetitorEdits = z.input<typeof CompetitorEdits>

const count = z.number().int()
/** What was done. `known` are rows to be added that were there already, in whatever case. */
export const ListeningEdited = z.object({
  removed: count,
  changed: count,
  added: count,
  known: count,
  /** Active ones for which the plan has no room, which wait for it. */
  waiting: count,
})
export type ListeningEdited = z.infer<typeof ListeningEdited>

export const KeywordPreviewCreate = KeywordCreate.pick({
  query: true,
  subredditsIn: true,
  subredditsOut: true,
  language: true,
  minScore: true,
}).extend({
  /** The keyword that it is to take the place of. */
  insteadOf: z.uuid().nullable().default(null),
})
export type KeywordPreviewCreate = z.input<typeof KeywordPreviewCreate>

export const listeningEditEndpoints = {
  keywordPreviewsCreate: {
    method: 'POST',
    path: '/projects/:id/keyword-previews',
    access: 'signedIn',
    body: envelope(KeywordPreviewCreate),
    answer: one(KeywordPreview),
  },
  keywordEditsCreate: {
    method: 'POST',
    path: '/projects/:id/keyword-edits',
    access: 'signedIn',
    body: envelope(KeywordEdits),
    answer: one(ListeningEdited),
  },
  competitorEditsCreate: {
    method: 'POST',
    path: '/projects/:id/competitor-edits',
    access: 'signedIn',
    body: envelope(CompetitorEdits),
    answer: one(ListeningEdited),
  },
} as const satisfies Record<string, Endpoint>
