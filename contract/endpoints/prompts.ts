import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import { Prompt, PromptVersion, promptKinds } from '../entities/prompt.ts'
import { text } from '../texts.ts'
import { subreddit } from './names.ts'

const wording = text(20_000)

export const PromptCreate = z.strictObject({
  project: relation,
  kind: z.enum(promptKinds),
  subreddit: subreddit.nullable().default(null),
  text: wording,
  active: z.boolean().default(true),
})
export type PromptCreate = z.input<typeof PromptCreate>

/** Makes a new version; an old one comes back by its text. */
export const PromptUpdate = z.strictObject({ text: wording.optional(), active: z.boolean().optional() })
export type PromptUpdate = z.input<typeof PromptUpdate>

export const promptsEndpoints = {
  promptsFind: {
    method: 'GET',
    path: '/prompts',
    access: 'signedIn',
    find: 'prompts',
    answer: many(Prompt),
  },
  promptsFindOne: {
    method: 'GET',
    path: '/prompts/:id',
    access: 'signedIn',
    find: 'prompts',
    answer: one(Prompt),
  },
  promptsCreate: {
    method: 'POST',
    path: '/prompts',
    access: 'signedIn',
    right: 'changeProject',
    body: envelope(PromptCreate),
    answer: one(Prompt),
    status: 201,
  },
  promptsUpdate: {
    method: 'PUT',
    path: '/prompts/:id',
    access: 'signedIn',
    right: 'changeProject',
    body: envelope(PromptUpdate),
    answer: one(Prompt),
  },
  promptsDelete: {
    method: 'DELETE',
    path: '/prompts/:id',
    access: 'signedIn',
    right: 'changeProject',
    answer: nothing,
    status: 204,
  },
  promptVersionsFind: {
    method: 'GET',
    path: '/prompt-versions',
    access: 'signedIn',
    find: 'promptVersions',
    answer: many(PromptVersion),
  },
  promptVersionsFindOne: {
    method: 'GET',
    path: '/prompt-versions/:id',
    access: 'signedIn',
    find: 'promptVersions',
    answer: one(PromptVersion),
  },
} as const satisfies Record<string, Endpoint>
