import { z } from 'zod'
import { promptKinds } from '#engine/replies/prompt-kinds.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { subreddit } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, many, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

/**
 * A project's instructions for judging leads and drafting replies (DECISIONS 15); one of each kind per community. Briefs
 * are for the chat model that judges leads, and for all communities.
 */
export const Prompt = z.object({
  ...row,
  kind: z.enum(promptKinds),
  /** Null: for all communities without their own prompt. */
  subreddit: z.string().nullable(),
  text: z.string(),
  /** Starts at 1 and increases with every change. */
  version: z.number().int(),
  active: z.boolean(),
  project: Project.optional(),
})
export type Prompt = z.infer<typeof Prompt>

/** A current or former version of a prompt. */
export const PromptVersion = z.object({
  ...row,
  version: z.number().int(),
  text: z.string(),
  active: z.boolean(),
  prompt: Prompt.optional(),
  project: Project.optional(),
  /** Null if the author is no longer a member of the project. */
  createdBy: Person.nullable().optional(),
})
export type PromptVersion = z.infer<typeof PromptVersion>

const wording = text(20_000)

export const PromptCreate = z.strictObject({
  project: relation,
  kind: z.enum(promptKinds),
  subreddit: subreddit.nullable().default(null),
  text: wording,
  active: z.boolean().default(true),
})
export type PromptCreate = z.input<typeof PromptCreate>

/** Creates a new version; to restore an old one, send its text. */
export const PromptUpdate = z.strictObject({ text: wording.optional(), active: z.boolean().optional() })
export type PromptUpdate = z.input<typeof PromptUpdate>

export const promptsContract = resource('prompts', {
  entity: Prompt,
  create: PromptCreate,
  update: PromptUpdate,
  rights: { write: 'changeProject' },
  filters: { kind: 'text', subreddit: 'text', active: 'boolean', version: 'number' },
  sort: ['kind', 'version'],
  relations: { project: projectsResource },
})

const promptVersionsResource: Resource = {
  name: 'promptVersions',
  entity: PromptVersion,
  filterable: { ...identity, project: 'relation', prompt: 'relation', createdBy: 'relation', version: 'number' },
  sortable: [...dated, 'version'],
  relations: { prompt: promptsContract.resource, project: projectsResource, createdBy: users },
  cursor: false,
}

/** Versions are read-only: each change of a prompt adds one. */
export const promptVersionsEndpoints = {
  promptVersionsFind: {
    method: 'GET',
    path: '/prompt-versions',
    access: 'signedIn',
    find: promptVersionsResource,
    answer: many(PromptVersion),
  },
  promptVersionsFindOne: {
    method: 'GET',
    path: '/prompt-versions/:id',
    access: 'signedIn',
    find: promptVersionsResource,
    answer: one(PromptVersion),
  },
} as const satisfies Record<string, Endpoint>

/** The chat model that writes the replies of a project. */
export const ReplyModel = z.object({
  /** The chosen name; null: the server's. */
  model: z.string().nullable(),
  /** The server's model; null if none is configured. */
  default: z.string().nullable(),
  /** Whether the project's posts may be sent to a model. */
  sends: z.boolean(),
  /** The names of the endpoint's models; null if it lists none, or for roles that can't choose. */
  available: z.array(z.string()).nullable(),
})
export type ReplyModel = z.infer<typeof ReplyModel>

const ReplyModelPut = z.strictObject({ model: text(200).nullable() })
export type ReplyModelPut = z.output<typeof ReplyModelPut>

export const replyModelEndpoints = {
  replyModelFind: {
    method: 'GET',
    path: '/projects/:id/reply-model',
    access: 'signedIn',
    answer: one(ReplyModel),
  },
  replyModelPut: {
    method: 'PUT',
    path: '/projects/:id/reply-model',
    access: 'signedIn',
    right: 'changeProject',
    body: envelope(ReplyModelPut),
    answer: one(ReplyModel),
  },
} as const satisfies Record<string, Endpoint>
