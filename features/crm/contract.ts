import { z } from 'zod'
import { Opportunity, opportunitiesResource } from '#features/leads/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { changedRelation, optionalRelation } from '#platform/contract/body/relations.ts'
import { tag } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { instant, sound, text } from '#platform/contract/texts.ts'

/** The key of one of the project's stages (contract-stages.ts). */
export const stageKey = z.string().regex(/^[a-zA-Z0-9]{1,60}$/, 'stage must be the key of a stage')

/**
 * A person the project deals with on Reddit: a handle, without a link to any other identity, except an address that they
 * gave in a message.
 */
export const RedditPerson = z.object({
  ...row,
  /** Without the prefix `u/`. */
  handle: z.string(),
  /** Further handles of theirs, of people who were merged into this one. */
  aliases: z.array(z.string()),
  /** The key of one of the project's stages. */
  stage: z.string(),
  /** Since when they are in it. */
  stageSince: z.iso.datetime(),
  /** In the smallest unit of `currency`; both or neither are set. */
  value: z.number().int().nullable(),
  /** An ISO 4217 code. */
  currency: z.string().nullable(),
  tags: z.array(z.string()),
  /** The person asked not to be contacted: no message to them can be drafted or sent. */
  doNotContact: z.boolean(),
  doNotContactSince: z.iso.datetime().nullable(),
  /** The address that they gave in a message, and the ID of this message; null without one. */
  email: z.string().nullable(),
  emailMessageId: z.uuid().nullable(),
  /** When their next action is due: their open task with the earliest date. Null without one. */
  nextTaskAt: z.iso.datetime().nullable(),
  nextTask: z.object({ id: z.uuid(), text: z.string(), dueAt: z.iso.datetime() }).nullable(),
  project: Project.optional(),
  /** The team member responsible for them. */
  owner: Person.nullable().optional(),
})
export type RedditPerson = z.infer<typeof RedditPerson>

/** A team member's note about a lead or a person. */
export const Note = z.object({
  ...row,
  /** Has `<@ID>` in place of each user whom it mentions. */
  text: z.string(),
  /** The users whom the text mentions. The name is null once they have left the project. */
  mentions: z.array(z.object({ id: z.uuid(), name: z.string().nullable() })),
  /** Whether Earshot wrote it itself. */
  byEarshot: z.boolean(),
  project: Project.optional(),
  opportunity: Opportunity.nullable().optional(),
  person: RedditPerson.nullable().optional(),
  createdBy: Person.nullable().optional(),
})
export type Note = z.infer<typeof Note>

/** When to look at a lead again. A lead has at most one open reminder. */
export const Reminder = z.object({
  ...row,
  dueAt: z.iso.datetime(),
  text: z.string(),
  done: z.boolean(),
  project: Project.optional(),
  opportunity: Opportunity.optional(),
  createdBy: Person.nullable().optional(),
})
export type Reminder = z.infer<typeof Reminder>

/** Accepts a handle with or without `u/`. */
const handle = z
  .string()
  .trim()
  .transform((typed) => typed.replace(/^\/?u\//i, ''))
  .pipe(z.string().regex(/^[\w-]{1,50}$/, 'handle must be the name of a Reddit account'))

const money = z.number().int().min(0).max(1_000_000_000_000).nullable()

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'currency must be a code such as EUR')
  .nullable()

/** The most tags of a person. */
export const tagsMost = 20
export const personTags = z.array(tag).max(tagsMost)

export const PersonCreate = z.strictObject({
  project: relation,
  handle,
  stage: stageKey.default('new'),
  value: money.default(null),
  currency: currency.default(null),
  tags: personTags.default([]),
  owner: optionalRelation.default(null),
  doNotContact: z.boolean().default(false),
})
export type PersonCreate = z.input<typeof PersonCreate>

export const PersonUpdate = z.strictObject({
  stage: stageKey.optional(),
  value: money.optional(),
  currency: currency.optional(),
  tags: personTags.optional(),
  owner: changedRelation.optional(),
  doNotContact: z.boolean().optional(),
})
export type PersonUpdate = z.input<typeof PersonUpdate>

export const peopleContract = resource('people', {
  entity: RedditPerson,
  create: PersonCreate,
  update: PersonUpdate,
  rights: { read: 'readOutreach', write: 'changeOutreach' },
  filters: {
    owner: 'relation',
    handle: 'text',
    email: 'text',
    stage: 'text',
    stagePosition: 'number',
    stageSince: 'instant',
    tags: 'text',
    value: 'number',
    currency: 'text',
    doNotContact: 'boolean',
    nextTaskAt: 'instant',
  },
  // `stagePosition` is the place of their stage on the board.
  sort: ['handle', 'stage', 'stagePosition', 'stageSince', 'value', 'nextTaskAt'],
  relations: { project: projectsResource, owner: users },
})

const wording = text(10_000)

/** A note about either a lead or a person. */
export const NoteCreate = z.strictObject({
  project: relation,
  opportunity: optionalRelation.default(null),
  person: optionalRelation.default(null),
  text: wording,
})
export type NoteCreate = z.input<typeof NoteCreate>

export const NoteUpdate = z.strictObject({ text: wording.optional() })
export type NoteUpdate = z.input<typeof NoteUpdate>

export const notesContract = resource('notes', {
  entity: Note,
  create: NoteCreate,
  update: NoteUpdate,
  rights: { read: 'readOutreach', write: 'changeOutreach' },
  filters: { opportunity: 'relation', person: 'relation', createdBy: 'relation', text: 'text' },
  sort: [],
  relations: {
    project: projectsResource,
    opportunity: opportunitiesResource,
    person: peopleContract.resource,
    createdBy: users,
  },
})

const reminderWording = sound.trim().max(1000)
const dueAt = instant

const ReminderCreate = z.strictObject({
  project: relation,
  opportunity: relation,
  dueAt,
  text: reminderWording.default(''),
})

const ReminderUpdate = z.strictObject({
  dueAt: dueAt.optional(),
  text: reminderWording.optional(),
  done: z.boolean().optional(),
})

/** Creates or moves a lead's open reminder. */
export const ReminderPut = z.strictObject({ dueAt, text: reminderWording.optional() })
export type ReminderPut = z.input<typeof ReminderPut>

export const remindersContract = resource('reminders', {
  entity: Reminder,
  create: ReminderCreate,
  update: ReminderUpdate,
  rights: { read: 'readOutreach', write: 'changeOutreach' },
  filters: { opportunity: 'relation', createdBy: 'relation', dueAt: 'instant', done: 'boolean' },
  sort: ['dueAt'],
  relations: { project: projectsResource, opportunity: opportunitiesResource, createdBy: users },
})

/** The open reminder of a lead, addressed by lead. */
export const leadReminderEndpoints = {
  reminderPut: {
    method: 'PUT',
    path: '/opportunities/:id/reminder',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(ReminderPut),
    answer: one(Reminder),
  },
  reminderDelete: {
    method: 'DELETE',
    path: '/opportunities/:id/reminder',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
