import { bigint, integer, jsonb, pgTable, primaryKey, real, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Headline } from '#engine/explain/headline.ts'
import type { Profile } from '#engine/item.ts'
import type { Component, Label } from '#engine/score/component.ts'
import { count, dated, head, instant, realm } from '#platform/server/database/columns.ts'
import { type RunCriteria, type RunSources, runPhases, runSchedules, runStates } from '../contract.ts'

export const leadRun = pgTable(
  'lead_run',
  {
    ...head,
    criteria: jsonb('criteria').$type<RunCriteria>().notNull(),
    /** The product as it was when the run was created, with the run's audience and competitors. */
    profile: jsonb('profile').$type<Profile>().notNull(),
    realm: realm(),
    state: text('state', { enum: runStates }).notNull(),
    phase: text('phase', { enum: runPhases }).notNull(),
    /** The number of steps taken. */
    step: integer('step').notNull().default(0),
    /** The last post that was read. */
    afterPost: uuid('after_post'),
    postsTotal: bigint('posts_total', { mode: 'number' }),
    postsDone: count('posts_done'),
    sources: jsonb('sources').$type<RunSources>(),
    candidates: count('candidates'),
    results: integer('results').notNull().default(0),
    postsPerSecond: real('posts_per_second'),
    fault: text('fault'),
    schedule: text('schedule', { enum: runSchedules }),
    nextRunAt: instant('next_run_at'),
    rerunOf: uuid('rerun_of'),
    createdBy: uuid('created_by'),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const leadRunResult = pgTable(
  'lead_run_result',
  {
    ...head,
    runId: uuid('run_id').notNull(),
    postId: uuid('post_id').notNull(),
    /** That of the post. */
    realm: realm(),
    /** Null while the run works, and for copies. */
    rank: integer('rank'),
    score: real('score').notNull(),
    label: smallint('label').$type<Label>().notNull(),
    components: jsonb('components').$type<Component[]>().notNull(),
    sentence: jsonb('sentence').$type<Headline>(),
    postedAt: instant('posted_at'),
    /** The result whose text it has. */
    copyOf: uuid('copy_of'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

/** What members chose about posts that runs found. */
export const leadChoice = pgTable(
  'lead_choice',
  {
    projectId: head.projectId,
    postId: uuid('post_id').notNull(),
    choice: text('choice', { enum: ['added', 'dismissed'] }).notNull(),
    /** The lead that it made. */
    opportunityId: uuid('opportunity_id'),
    realm: realm(),
    createdBy: uuid('created_by'),
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.postId] })],
)
