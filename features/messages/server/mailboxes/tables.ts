import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MailboxTrouble, SuppressionReason } from '#engine/mail/holds.ts'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import type { Mailbox } from '../../contract-mailbox.ts'

export const mailbox = pgTable(
  'mailbox',
  {
    ...head,
    address: text('address').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<Mailbox['kind']>().notNull(),
    imapHost: text('imap_host').notNull(),
    imapPort: integer('imap_port').notNull(),
    imapSecurity: text('imap_security').$type<Mailbox['imapSecurity']>().notNull(),
    imapUser: text('imap_user').notNull(),
    smtpHost: text('smtp_host').notNull(),
    smtpPort: integer('smtp_port').notNull(),
    smtpSecurity: text('smtp_security').$type<Mailbox['smtpSecurity']>().notNull(),
    smtpUser: text('smtp_user').notNull(),
    secretSealed: text('secret_sealed'),
    accessSealed: text('access_sealed'),
    accessUntil: instant('access_until'),
    state: text('state').$type<Mailbox['state']>().notNull(),
    trouble: text('trouble').$type<MailboxTrouble>(),
    failures: integer('failures').notNull().default(0),
    pausedAt: instant('paused_at'),
    dailyMost: integer('daily_most').notNull().default(50),
    signature: text('signature').notNull().default(''),
    showsAll: boolean('shows_all').notNull().default(false),
    inboxValidity: bigint('inbox_validity', { mode: 'number' }),
    inboxUid: bigint('inbox_uid', { mode: 'number' }).notNull().default(0),
    sentFolder: text('sent_folder'),
    sentValidity: bigint('sent_validity', { mode: 'number' }),
    sentUid: bigint('sent_uid', { mode: 'number' }).notNull().default(0),
    readAt: instant('read_at'),
    dueAt: instant('due_at'),
    connectedAt: instant('connected_at').notNull(),
    firstSentAt: instant('first_sent_at'),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const mailboxSuppression = pgTable(
  'mailbox_suppression',
  {
    ...head,
    address: text('address').notNull(),
    reason: text('reason').$type<SuppressionReason>().notNull(),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const mailUnsubscribe = pgTable('mail_unsubscribe', {
  projectId: uuid('project_id').notNull(),
  tokenDigest: text('token_digest').primaryKey(),
  address: text('address').notNull(),
})

export const mailboxConnecting = pgTable('mailbox_connecting', {
  projectId: uuid('project_id').notNull(),
  stateDigest: text('state_digest').primaryKey(),
  provider: text('provider', { enum: ['google', 'microsoft'] }).notNull(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
