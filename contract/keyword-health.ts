import { z } from 'zod'

/** Days that are looked back on. */
export const healthDays = 30

const count = z.number().int()
const phraseName = { kind: z.enum(['keyword', 'competitor']), phrase: z.string() }

/** A word that would have hidden so many decided leads. */
export const Exclusion = z.object({ word: z.string(), rejected: count, accepted: count })
export type Exclusion = z.infer<typeof Exclusion>

/** How one keyword or competitor has done; those that found nothing are not told of. */
export const PhraseHealth = z.object({
  ...phraseName,
  /** Items in which it was found, a day each, today last. */
  days: z.array(count),
  hits: count,
  perDay: z.number(),
  leads: count,
  /** Of the leads those that were replied to or saved, and those that were rejected. */
  accepted: count,
  rejected: count,
  /** Items that no other keyword or competitor finds. */
  alone: count,
  /** Another one that finds all that this finds. */
  within: z.object({ ...phraseName, hits: count }).nullable(),
  exclusions: z.array(Exclusion),
})
export type PhraseHealth = z.infer<typeof PhraseHealth>

/** Something to listen for, with the accepted and rejected leads in which it stands. */
export const Proposal = z.object({ text: z.string(), accepted: count, rejected: count })
export type Proposal = z.infer<typeof Proposal>

export const KeywordHealth = z.object({
  /** Since when finds are counted; later than `healthDays` ago where there are very many, or none before. */
  since: z.iso.datetime().nullable(),
  /** Leads that were decided on, out of which exclusions and proposals are made. */
  decided: count,
  phrases: z.array(PhraseHealth),
  proposals: z.object({
    keywords: z.array(Proposal),
    competitors: z.array(Proposal),
    communities: z.array(Proposal),
  }),
})
export type KeywordHealth = z.infer<typeof KeywordHealth>
