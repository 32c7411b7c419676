import { z } from 'zod'
import { Person, Project } from '../entities.ts'
import { row } from './row.ts'

export const promptKinds = ['intentBrief', 'noiseBrief', 'voice', 'facts', 'disclosure', 'bannedClaims'] as const

/** What a project tells whoever judges leads and drafts replies (DECISIONS 15); one of a kind for each community. */
export const Prompt = z.object({
  ...row,
  kind: z.enum(promptKinds),
  /** Null: for all communities that have none of their own. */
  subreddit: z.string().nullable(),
  text: z.string(),
  /** Counted from 1, up by every change. */
  version: z.number().int(),
  active: z.boolean(),
  project: Project.optional(),
})
export type Prompt = z.infer<typeof Prompt>

/** A wording that a prompt had, or has. */
export const PromptVersion = z.object({
  ...row,
  version: z.number().int(),
  text: z.string(),
  active: z.boolean(),
  prompt: Prompt.optional(),
  project: Project.optional(),
  /** Null where they no longer belong to the project. */
  createdBy: Person.nullable().optional(),
})
export type PromptVersion = z.infer<typeof PromptVersion>
