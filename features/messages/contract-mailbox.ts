import { z } from 'zod'
import { mailboxKinds } from '#engine/mail/holds.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'

const mailboxStates = ['connected', 'failing', 'disconnected'] as const
const mailSecurities = ['tls', 'startTls', 'none'] as const

/** A mailbox that a project reads and sends mail with. No answer has its password or tokens. */
export const Mailbox = z.object({
  ...row,
  /** In lower case. */
  address: z.string(),
  /** The name beside the address in what it sends. */
  name: z.string(),
  kind: z.enum(mailboxKinds),
  state: z.enum(mailboxStates),
  /** Why it fails and what to do, in words; otherwise null. */
  trouble: z.string().nullable(),
  /** Since when a member holds what it sends; null: it isn't paused. It is still read. */
  pausedAt: instant.nullable(),
  imapHost: z.string(),
  imapPort: z.number().int(),
  imapSecurity: z.enum(mailSecurities),
  imapUser: z.string(),
  smtpHost: z.string(),
  smtpPort: z.number().int(),
  smtpSecurity: z.enum(mailSecurities),
  smtpUser: z.string(),
  /** The most first mails in 24 hours once it is warmed up. */
  dailyMost: z.number().int(),
  /** Added below each email. */
  signature: z.string(),
  /** Whether mail of people whom the project doesn't know is stored, too. */
  showsAll: z.boolean(),
  /** When it was last read; null: not yet. */
  readAt: instant.nullable(),
  /** First mails of the last 24 hours, and how many are allowed today. */
  today: z.object({ sent: z.number().int(), most: z.number().int() }),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type Mailbox = z.infer<typeof Mailbox>

export const mailboxesResource: Resource = {
  name: 'mailboxes',
  entity: Mailbox,
  filterable: {
    ...identity,
    project: 'relation',
    createdBy: 'relation',
    address: 'text',
    kind: 'text',
    state: 'text',
    dailyMost: 'number',
  },
  sortable: [...dated, 'address', 'state', 'dailyMost'],
  relations: { project: projectsResource, createdBy: users },
  cursor: false,
}
