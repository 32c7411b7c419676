import { z } from 'zod'
import { unknownVariable } from '#engine/replies/canned.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

const channels = ['reddit', 'mail'] as const

/** A text for replies with variables in braces, such as `{author}` (engine/replies/canned). */
export const CannedReply = z.object({
  ...row,
  name: z.string(),
  /** Whether it is for Reddit or for mail. */
  channel: z.enum(channels),
  text: z.string(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type CannedReply = z.infer<typeof CannedReply>

const name = text(60)
/** The app's forms have the same limit. */
const wording = text(5_000).superRefine((typed, check) => {
  const unknown = unknownVariable(typed)
  if (unknown !== null) check.addIssue({ code: 'custom', message: `text has the unknown variable ${unknown}` })
})

export const CannedReplyCreate = z.strictObject({
  project: relation,
  name,
  channel: z.enum(channels).default('reddit'),
  text: wording,
})
const CannedReplyUpdate = z.strictObject({
  name: name.optional(),
  channel: z.enum(channels).optional(),
  text: wording.optional(),
})

export const cannedRepliesContract = resource('cannedReplies', {
  entity: CannedReply,
  create: CannedReplyCreate,
  update: CannedReplyUpdate,
  rights: { read: 'readOutreach', write: 'decide' },
  filters: { createdBy: 'relation', name: 'text', channel: 'text' },
  sort: ['name'],
  relations: { project: projectsResource, createdBy: users },
})
