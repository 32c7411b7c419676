import { z } from 'zod'
import { Opportunity } from '#features/leads/contract.ts'
import { type Endpoint, envelope, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { email, sound } from '#platform/contract/texts.ts'
import { personTags, RedditPerson, stageKey } from './contract.ts'

/** The most leads that are added, and people that are changed, at once. */
const peopleAtOnce = 200
/** The most rows of a CSV file that is imported. */
export const importRowsMost = 5000

/** Adds the authors of leads to the people. */
export const PeopleOfLeads = z.strictObject({
  leads: z.array(z.uuid()).min(1).max(peopleAtOnce),
  /** For people who are added. Those who are known keep theirs. */
  stage: stageKey.default('new'),
  /** Added to the tags of everybody. */
  tags: personTags.default([]),
  /** For people without an owner. */
  owner: relation.nullable().default(null),
})
export type PeopleOfLeads = z.input<typeof PeopleOfLeads>

/** Why the author of a lead isn't added. */
const skipReasons = [
  /** The account is deleted, or Reddit doesn't name it. */
  'noAuthor',
  /** A connected account of the project. */
  'ownAccount',
  /** The project has no such lead, or no longer. */
  'noLead',
] as const

const PersonOfLead = z.object({ lead: z.uuid(), person: z.uuid() })

export const PeopleOfLeadsAnswer = z.object({
  /** Leads whose authors are new. Two leads may have the same author. */
  added: z.array(PersonOfLead),
  /** Leads whose authors were known before. */
  known: z.array(PersonOfLead),
  skipped: z.array(z.object({ lead: z.uuid(), reason: z.enum(skipReasons) })),
})
export type PeopleOfLeadsAnswer = z.infer<typeof PeopleOfLeadsAnswer>

/** Changes several people in the same way. */
export const PeopleChange = z.strictObject({
  people: z.array(z.uuid()).min(1).max(peopleAtOnce),
  stage: stageKey.optional(),
  owner: relation.nullable().optional(),
  addTags: personTags.optional(),
  removeTags: personTags.optional(),
  doNotContact: z.boolean().optional(),
})
export type PeopleChange = z.input<typeof PeopleChange>

/** An address in a message of a person. */
const GivenEmail = z.object({ email: z.string(), message: z.uuid(), at: z.iso.datetime() })
export type GivenEmail = z.infer<typeof GivenEmail>

/** What a merge moves to the person who stays. */
const MergePreview = z.object({
  conversations: z.number().int(),
  notes: z.number().int(),
  tasks: z.number().int(),
  invitations: z.number().int(),
  /** Whether the person who stays must not be contacted afterward. */
  doNotContact: z.boolean(),
})
export type MergePreview = z.infer<typeof MergePreview>

/** A CSV file with a header: columns are matched by name, and only `handle` is required. */
const csv = sound.min(1).max(900_000)

/** What an import would do, or did. */
export const PeopleImport = z.object({
  /** The columns that were recognized, and those that weren't. */
  columns: z.array(z.string()),
  ignored: z.array(z.string()),
  added: z.number().int(),
  updated: z.number().int(),
  /** Rows that say what is known already. */
  unchanged: z.number().int(),
  /** Rows that aren't imported: the line of the file, from 1, and why. The first 100. */
  refused: z.array(z.object({ row: z.number().int(), handle: z.string(), why: z.string() })),
  refusedCount: z.number().int(),
})
export type PeopleImport = z.infer<typeof PeopleImport>

const reads = { access: 'signedIn', right: 'readOutreach' } as const
const writes = { access: 'signedIn', right: 'changeOutreach' } as const

export const peopleEndpoints = {
  /** Repeating it changes nothing more. */
  peopleOfLeadsCreate: {
    ...writes,
    method: 'POST',
    path: '/projects/:id/people-of-leads',
    body: envelope(PeopleOfLeads),
    answer: one(PeopleOfLeadsAnswer),
  },
  /** People of other projects are left out. */
  peopleChangePut: {
    ...writes,
    method: 'PUT',
    path: '/projects/:id/changed-people',
    body: envelope(PeopleChange),
    answer: one(z.object({ changed: z.array(z.uuid()) })),
  },
  /** The leads of a person, the newest first, with their posts. */
  personLeadsFind: { ...reads, method: 'GET', path: '/people/:id/leads', answer: one(z.array(Opportunity)) },
  /** The addresses in what a person wrote. */
  personEmailsFind: { ...reads, method: 'GET', path: '/people/:id/emails', answer: one(z.array(GivenEmail)) },
  /**
   * Sets a person's address: one in a message of theirs on Reddit, or the sender's of a mail that names them as u/name.
   * Their mail conversations are linked to them.
   */
  personEmailPut: {
    ...writes,
    method: 'PUT',
    path: '/people/:id/email',
    body: envelope(z.strictObject({ message: relation, email: email.optional() })),
    answer: one(RedditPerson),
  },
  personEmailDelete: { ...writes, method: 'DELETE', path: '/people/:id/email', answer: nothing, status: 204 },
  /** Says what a file would change. */
  peopleImportPreviewsCreate: {
    ...reads,
    method: 'POST',
    path: '/projects/:id/people-import-previews',
    body: envelope(z.strictObject({ csv })),
    answer: one(PeopleImport),
  },
  /** Adds and updates people, all or none. An empty cell changes nothing. Importing a file again changes nothing. */
  peopleImportsCreate: {
    ...writes,
    method: 'POST',
    path: '/projects/:id/people-imports',
    body: envelope(z.strictObject({ csv })),
    answer: one(PeopleImport),
  },
} as const satisfies Record<string, Endpoint>

export const mergeEndpoints = {
  /** Says what a merge would move. */
  mergePreviewsCreate: {
    ...reads,
    method: 'POST',
    path: '/people/:id/merge-previews',
    body: envelope(z.strictObject({ person: relation })),
    answer: one(MergePreview),
  },
  /** Moves everything of another person to this one. The other handle becomes an alias. It can't be undone. */
  personMerge: {
    ...writes,
    method: 'POST',
    path: '/people/:id/merge',
    body: envelope(z.strictObject({ person: relation })),
    answer: one(RedditPerson),
  },
} as const satisfies Record<string, Endpoint>
