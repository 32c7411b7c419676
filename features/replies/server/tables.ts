import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import type { Prompt } from '../contract.ts'
import type { CannedReply } from '../contract-canned.ts'
import type { ReplyDraft } from '../contract-drafts.ts'

const createdBy = uuid('created_by')

export const prompt = pgTable(
  'prompt',
  {
    ...head,
    kind: text('kind').$type<Prompt['kind']>().notNull(),
    subreddit: text('subreddit'),
    text: text('text').notNull(),
    version: integer('version').notNull(),
    active: boolean('active').notNull(),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const promptVersion = pgTable(
  'prompt_version',
  {
    ...head,
    promptId: uuid('prompt_id').notNull(),
    version: integer('version').notNull(),
    text: text('text').notNull(),
    active: boolean('active').notNull(),
    createdBy,
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const replyDraft = pgTable(
  'reply_draft',
  {
    ...head,
    opportunityId: uuid('opportunity_id').notNull(),
    state: text('state').$type<ReplyDraft['state']>().notNull(),
    method: text('method').$type<ReplyDraft['method']>().notNull(),
    model: text('model'),
    refusal: text('refusal'),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    length: text('length').$type<ReplyDraft['length']>().notNull(),
    tone: text('tone').$type<ReplyDraft['tone']>().notNull(),
    mention: boolean('mention').notNull(),
    variant: integer('variant').notNull(),
    language: text('language'),
    text: text('text'),
    sentences: jsonb('sentences').$type<ReplyDraft['sentences']>().notNull(),
    facts: text('facts').array().notNull(),
    unanswered: jsonb('unanswered').$type<ReplyDraft['unanswered']>().notNull(),
    because: text('because'),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const replyText = pgTable(
  'reply_text',
  {
    projectId: uuid('project_id').notNull(),
    opportunityId: uuid('opportunity_id').notNull(),
    userId: uuid('user_id').notNull(),
    text: text('text').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.opportunityId, t.userId] })],
)

/** Who is writing a reply to a lead. */
export const answering = pgTable(
  'answering',
  {
    projectId: head.projectId,
    opportunityId: uuid('opportunity_id').notNull(),
    userId: uuid('user_id').notNull(),
    until: instant('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.opportunityId, t.userId] })],
)

export const cannedReply = pgTable(
  'canned_reply',
  {
    ...head,
    name: text('name').notNull(),
    channel: text('channel').$type<CannedReply['channel']>().notNull().default('reddit'),
    text: text('text').notNull(),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
