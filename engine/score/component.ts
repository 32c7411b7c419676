import { z } from 'zod'
import { Span } from '../spans.ts'

/** One reason within a component: its text, its points, and the words behind it. Stored reasons may lack the kind. */
export const Reason = z.object({
  kind: z.string().optional(),
  text: z.string(),
  points: z.number(),
  spans: z.array(Span),
})
export type Reason = z.infer<typeof Reason>

/**
 * A named part of a score. `points` add up to what the score is made of (chance.ts). `similarity`
 * (from an embedding endpoint), `need` (from the shipped judge), and `verdict` (from a chat model) are present only if
 * they add something.
 */
export const Component = z.object({
  name: z.enum(['fit', 'intent', 'similarity', 'need', 'verdict']),
  points: z.number(),
  reasons: z.array(Reason),
})
export type Component = z.infer<typeof Component>
export type ComponentName = Component['name']

/** The label of an item: 3 wants such a product now, 2 has the problem it solves, 1 is on topic, 0 is unrelated. */
export const Label = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type Label = z.infer<typeof Label>

/** The lowest label of a lead. */
export const leastLabel = 2
export const rejectionReasons = ['wrongPerson', 'notBuying', 'advertising', 'tooOld', 'hostileCommunity'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** How much each part counts in a project's order of leads: 1 is the shipped weight. They never change a score. */
export const ScoreWeights = z.strictObject({
  fit: z.number().min(0).max(2),
  intent: z.number().min(0).max(2),
  window: z.number().min(0).max(2),
})
export type ScoreWeights = z.infer<typeof ScoreWeights>
