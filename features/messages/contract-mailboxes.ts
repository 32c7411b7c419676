import { z } from 'zod'
import { suppressionReasons } from '#engine/mail/holds.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { email, sound, text } from '#platform/contract/texts.ts'
import { Message } from './contract.ts'
import { Mailbox, mailboxesResource } from './contract-mailbox.ts'

/** The two servers of a mailbox, in the order in which they are tried. */
const mailSteps = ['imap', 'smtp'] as const

/** What became of an attempt to connect a mailbox. */
const MailboxAttempt = z.object({
  /** The mailbox; null unless both servers accepted it. */
  mailbox: z.uuid().nullable(),
  /** What each server answered, with what to do in words. */
  steps: z.array(
    z.object({
      step: z.enum(mailSteps),
      /** skipped: not tried, because the first one failed for a reason that both share. */
      state: z.enum(['ok', 'failed', 'skipped']),
      trouble: z.string().nullable(),
    }),
  ),
})
export type MailboxAttempt = z.infer<typeof MailboxAttempt>

const server = z.strictObject({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$|^\[[\da-f:.]+\]$/, 'host must be a host such as imap.example.com'),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(['tls', 'startTls']),
  user: text(320),
})

/** Passwords may begin or end with a space. */
const servers = { imap: server, smtp: server, password: sound.min(1).max(500) }
const address = email.transform((typed) => typed.toLowerCase())
const mailboxSettings = {
  name: text(100),
  signature: sound.max(2_000),
  dailyMost: z.number().int().min(1).max(500),
  showsAll: z.boolean(),
}

const MailboxConnect = z.strictObject({
  project: relation,
  address,
  ...servers,
  name: mailboxSettings.name,
  signature: mailboxSettings.signature.default(''),
})
export type MailboxConnect = z.output<typeof MailboxConnect>
const MailboxServers = z.strictObject(servers)
export type MailboxServers = z.output<typeof MailboxServers>

const MailboxUpdate = z.strictObject({ ...mailboxSettings, paused: z.boolean() }).partial()
export type MailboxUpdate = z.output<typeof MailboxUpdate>

/** Which ways to connect a mailbox this server offers besides a password. */
const MailboxOptions = z.object({ google: z.boolean(), microsoft: z.boolean(), sandbox: z.boolean() })
export type MailboxOptions = z.infer<typeof MailboxOptions>

/** An address that gets no mail from a project. */
export const MailSuppression = z.object({
  ...row,
  address: z.string(),
  /** manual: a member added it. asked: a mail from the address asks to stop. */
  reason: z.enum(suppressionReasons),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type MailSuppression = z.infer<typeof MailSuppression>

export const mailSuppressionsResource: Resource = {
  name: 'mailSuppressions',
  entity: MailSuppression,
  filterable: { ...identity, project: 'relation', createdBy: 'relation', address: 'text', reason: 'text' },
  sortable: [...dated, 'address', 'reason'],
  relations: { project: projectsResource, createdBy: users },
  cursor: false,
}

const MailConversationCreate = z.strictObject({
  project: relation,
  mailbox: relation,
  address: address.optional(),
  person: relation.optional(),
  subject: text(200).refine((typed) => !/\p{Cc}/u.test(typed), 'subject must be one line'),
  opportunity: relation.nullable().default(null),
})
export type MailConversationCreate = z.output<typeof MailConversationCreate>

export const mailboxEndpoints = {
  mailboxesFind: {
    method: 'GET',
    path: '/mailboxes',
    access: 'signedIn',
    right: 'readOutreach',
    find: mailboxesResource,
    answer: many(Mailbox),
  },
  mailboxesFindOne: {
    method: 'GET',
    path: '/mailboxes/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: mailboxesResource,
    answer: one(Mailbox),
  },
  /** Tries both servers, and connects the mailbox if they accept it. Returns 200, since it may create nothing. */
  mailboxesConnect: {
    method: 'POST',
    path: '/mailboxes',
    access: 'inPerson',
    right: 'changeProject',
    body: envelope(MailboxConnect),
    answer: one(MailboxAttempt),
  },
  mailboxesUpdate: {
    method: 'PUT',
    path: '/mailboxes/:id',
    access: 'inPerson',
    right: 'changeProject',
    body: envelope(MailboxUpdate),
    answer: one(Mailbox),
  },
  /** Tries other servers or another password, and saves them if both accept. Reconnects a disconnected mailbox. */
  mailboxServersPut: {
    method: 'PUT',
    path: '/mailboxes/:id/servers',
    access: 'inPerson',
    right: 'changeProject',
    body: envelope(MailboxServers),
    answer: one(MailboxAttempt),
  },
  /** Disconnects a mailbox: its secret is forgotten at once. Its conversations stay. */
  mailboxConnectionDelete: {
    method: 'DELETE',
    path: '/mailboxes/:id/connection',
    access: 'inPerson',
    right: 'changeProject',
    exempt: true,
    answer: one(Mailbox),
  },
  /** Deletes a mailbox with its secret. Its conversations stay, and nothing can be sent in them. */
  mailboxesDelete: {
    method: 'DELETE',
    path: '/mailboxes/:id',
    access: 'inPerson',
    right: 'changeProject',
    exempt: true,
    answer: nothing,
    status: 204,
  },
  mailboxOptionsFind: {
    method: 'GET',
    path: '/projects/:id/mailbox-options',
    access: 'signedIn',
    right: 'readOutreach',
    answer: one(MailboxOptions),
  },
  /** Connects the sandbox's mailbox, once. Only where the sandbox runs and the project shows sample data. */
  sandboxMailboxPut: {
    method: 'PUT',
    path: '/projects/:id/sandbox-mailbox',
    access: 'inPerson',
    right: 'changeProject',
    answer: one(MailboxAttempt),
  },
  /**
   * Returns the page at Google or Microsoft on which the user authorizes the mailbox in the same browser. The provider
   * then redirects back, and the mailbox is connected. Each page is valid for one visit.
   */
  mailboxConsentCreate: {
    method: 'POST',
    path: '/mailbox-consents',
    access: 'inPerson',
    right: 'changeProject',
    body: envelope(z.strictObject({ project: relation, provider: z.enum(['google', 'microsoft']) })),
    answer: one(z.object({ page: z.url() })),
  },
  /**
   * Begins a conversation by mail. Nothing is sent until a message of it is queued. Name either the address, or a person
   * with an email. Throws ConflictError for a suppressed address, with the reason.
   */
  mailConversationsCreate: {
    method: 'POST',
    path: '/mail-conversations',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(MailConversationCreate),
    answer: one(z.object({ conversation: z.uuid() })),
    status: 201,
  },
  /** Decides about a mail with an unclear outcome: it was sent, or it is sent again. */
  mailOutcomePut: {
    method: 'PUT',
    path: '/messages/:id/outcome',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(z.strictObject({ sent: z.boolean() })),
    answer: one(Message),
  },
  mailSuppressionsFind: {
    method: 'GET',
    path: '/mail-suppressions',
    access: 'signedIn',
    right: 'readOutreach',
    find: mailSuppressionsResource,
    answer: many(MailSuppression),
  },
  mailSuppressionsFindOne: {
    method: 'GET',
    path: '/mail-suppressions/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: mailSuppressionsResource,
    answer: one(MailSuppression),
  },
  mailSuppressionsCreate: {
    method: 'POST',
    path: '/mail-suppressions',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(z.strictObject({ project: relation, address })),
    answer: one(MailSuppression),
    status: 201,
  },
  /** Removes an address from the list. Only an owner or admin can remove one that unsubscribed or asked to stop. */
  mailSuppressionsDelete: {
    method: 'DELETE',
    path: '/mail-suppressions/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
