import { bigint, date, integer, jsonb, pgTable, primaryKey, real, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Hit } from '#engine/candidates/candidates.ts'
import type { Realm, Source } from '#engine/sources.ts'
import { auditKinds, auditVerdicts } from '#features/leads/contract.ts'
import { bytes, count, dated, head, instant, realm } from '#platform/server/database/columns.ts'

/** The arrivedOn of pinned batches, which never expire. */
export const pinned = 'infinity'
export const recent = pgTable(
  'recent',
  {
    arrivedOn: date('arrived_on', { mode: 'string' }).notNull(),
    id: uuid('id').notNull(),
    source: text('source').$type<Source>().notNull(),
    projectId: uuid('project_id'),
    importId: uuid('import_id'),
    itemCount: integer('item_count').notNull(),
    items: bytes('items'),
    postIds: uuid('post_ids').array(),
    outsideIds: bigint('outside_ids', { mode: 'bigint' }).array(),
    phraseVersion: bigint('phrase_version', { mode: 'number' }),
    position: integer('position').notNull().default(0),
    positionProject: uuid('position_project'),
    finishedAt: instant('finished_at'),
    reducedAt: instant('reduced_at'),
    createdAt: instant('created_at').notNull(),
    standsFor: real('stands_for'),
  },
  (t) => [primaryKey({ columns: [t.arrivedOn, t.id] })],
)
export const overflow = pgTable(
  'overflow',
  {
    projectId: uuid('project_id').notNull(),
    arrivedOn: date('arrived_on', { mode: 'string' }).notNull(),
    batchId: uuid('batch_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.arrivedOn, t.batchId] })],
)

/** Named so because `import` is a reserved word. */
export const imported = pgTable('import', {
  id: uuid('id').primaryKey(),
  projectId: uuid('project_id'),
  name: text('name').notNull(),
  origin: text('origin', { enum: ['command', 'upload', 'path', 'push'] }).notNull(),
  fingerprint: text('fingerprint'),
  state: text('state', {
    enum: ['uploading', 'waiting', 'running', 'done', 'stopped', 'failed', 'purging'],
  }).notNull(),
  bytesTotal: bigint('bytes_total', { mode: 'number' }).notNull(),
  bytesDone: count('bytes_done'),
  linesDone: count('lines_done'),
  itemsNew: count('items_new'),
  itemsKnown: count('items_known'),
  linesBroken: count('lines_broken'),
  textBytes: count('text_bytes'),
  recentLines: integer('recent_lines').notNull().default(0),
  recentSince: instant('recent_since'),
  brokenLines: jsonb('broken_lines').$type<{ line: number; reason: string; text: string }[]>().notNull().default([]),
  fault: text('fault'),
  createdBy: uuid('created_by'),
  finishedAt: instant('finished_at'),
  ...dated,
})
export const importChunk = pgTable(
  'import_chunk',
  {
    importId: uuid('import_id').notNull(),
    number: integer('number').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.number] })],
)
export const candidate = pgTable(
  'candidate',
  {
    projectId: uuid('project_id').notNull(),
    postId: uuid('post_id').notNull(),
    projectVersion: integer('project_version').notNull(),
    hits: jsonb('hits').$type<Hit[]>().notNull(),
    score: real('score').notNull(),
    label: smallint('label').$type<0 | 1 | 2 | 3>().notNull(),
    realm: realm(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.postId] })],
)

export const auditReview = pgTable(
  'audit_review',
  {
    ...head,
    postId: uuid('post_id').notNull(),
    kind: text('kind', { enum: auditKinds }).notNull(),
    verdict: text('verdict', { enum: auditVerdicts }).notNull(),
    opportunityId: uuid('opportunity_id'),
    realm: text('realm').$type<Realm>().notNull(),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
