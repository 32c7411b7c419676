import { z } from 'zod'
import { Headline } from '#engine/explain/headline.ts'
import { signals } from '#engine/explain/signals.ts'
import { Component, Label } from '#engine/score/component.ts'
import { Snippet } from '#engine/spans.ts'
import { opportunityStates, Sibling } from '#features/leads/contract.ts'
import { Post, posts } from '#features/posts/contract.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { communities, competitorName } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

export const runStates = ['queued', 'running', 'done', 'canceled', 'failed'] as const
/** counting: the posts to read · reading: matching and scoring them · judging: the best ones · ranking: without copies. */
export const runPhases = ['counting', 'reading', 'judging', 'ranking'] as const
export const runSchedules = ['daily', 'weekly'] as const
export type RunPhase = (typeof runPhases)[number]
export type RunSchedule = (typeof runSchedules)[number]

/** The limits of a project's runs. */
export const runLimits = { active: 2, scheduled: 5, kept: 50, results: 500 } as const

/** What a run looks for. An empty list doesn't limit it. */
const RunCriteria = z.object({
  /** Replaces the project's audience. */
  audience: z.array(z.string()),
  communities: z.array(z.string()),
  /** A result shows at least one of them. */
  signals: z.array(z.enum(signals)),
  /** A result names at least one of them. They may be missing in the watchlist. */
  competitors: z.array(z.string()),
  /** Posted within this many days; null: at any time, also posts of unknown age. */
  days: z.number().int().nullable(),
  /** The most results. */
  size: z.number().int(),
})
export type RunCriteria = z.infer<typeof RunCriteria>

/** The same as sent, with defaults. */
export const SentCriteria = z.strictObject({
  audience: z.array(text(200)).max(20).default([]),
  communities: communities.default([]),
  signals: z.array(z.enum(signals)).max(signals.length).default([]),
  competitors: z.array(competitorName).max(20).default([]),
  days: z.number().int().min(1).max(3650).nullable().default(30),
  size: z.number().int().min(10).max(runLimits.results).default(50),
})

/** The posts of a run by the way in which they arrived. */
const RunSources = z.object({ api: z.number().int(), feed: z.number().int(), import: z.number().int() })
export type RunSources = z.infer<typeof RunSources>

/** A search for leads among the posts that are stored. */
export const LeadRun = z.object({
  ...row,
  criteria: RunCriteria,
  state: z.enum(runStates),
  phase: z.enum(runPhases),
  /** The posts to read; null until they are counted. */
  postsTotal: z.number().int().nullable(),
  postsDone: z.number().int(),
  sources: RunSources.nullable(),
  /** The posts that match the product at all. */
  candidates: z.number().int(),
  /** The results so far; in the end those in the list, without copies. */
  results: z.number().int(),
  /** Results that the project's plan holds until its next release. */
  held: z.number().int(),
  /** The remaining time of reading, at the measured speed; null if unknown. */
  secondsLeft: z.number().nullable(),
  fault: z.string().nullable(),
  schedule: z.enum(runSchedules).nullable(),
  nextRunAt: instant.nullable(),
  /** The run that it repeats. */
  rerunOf: z.uuid().nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  project: Project.optional(),
  /** Null if the schedule started it. */
  createdBy: Person.nullable().optional(),
})
export type LeadRun = z.infer<typeof LeadRun>

/** A post that a run found. */
export const LeadRunResult = z.object({
  ...row,
  run: z.uuid(),
  rank: z.number().int(),
  /** 0 to 100, as for leads: the chance, in percent, that it is a lead. */
  score: z.number(),
  label: Label,
  components: z.array(Component),
  sentence: Headline.nullable(),
  snippet: Snippet,
  postedAt: instant.nullable(),
  /** Other results with the same text, which aren't listed. */
  copies: z.array(Sibling),
  /** The project's lead of this post; null if it is none. */
  lead: z.object({ id: z.uuid(), state: z.enum(opportunityStates), saved: z.boolean() }).nullable(),
  dismissed: z.boolean(),
  post: Post.optional(),
  project: Project.optional(),
})
export type LeadRunResult = z.infer<typeof LeadRunResult>

const LeadRunCreate = z.strictObject({
  project: relation,
  criteria: SentCriteria.prefault({}),
  schedule: z.enum(runSchedules).nullable().default(null),
  /** The run that it repeats, to compare with. */
  rerunOf: z.uuid().nullable().default(null),
})
export type LeadRunCreate = z.output<typeof LeadRunCreate>

const LeadRunUpdate = z.strictObject({ schedule: z.enum(runSchedules).nullable() })

/** added: to the leads · dismissed: left out of later runs · none: undoes both. */
const runChoices = ['added', 'dismissed', 'none'] as const
export type RunChoice = (typeof runChoices)[number]

/** A choice about several results of a run. */
const LeadRunChoice = z.strictObject({
  results: z.array(z.uuid()).min(1).max(runLimits.results),
  choice: z.enum(runChoices),
})
export type LeadRunChoice = z.output<typeof LeadRunChoice>

/** How many of the results the choice changed. The others were leads already, for example. */
const Chosen = z.object({ changed: z.number().int(), unchanged: z.number().int() })
export type Chosen = z.infer<typeof Chosen>

/** A result of one or both of two runs. */
const ComparedResult = z.object({
  id: z.uuid(),
  title: z.string(),
  subreddit: z.string(),
  label: Label,
  score: z.number(),
  /** Null if the run doesn't have it. */
  rank: z.number().int().nullable(),
  rankBefore: z.number().int().nullable(),
})
export type ComparedResult = z.infer<typeof ComparedResult>

/** What changed from an earlier run to this one. */
export const RunComparison = z.object({
  /** The earlier run; null if there is none. */
  with: z.uuid().nullable(),
  /** Only in this run, only in the earlier one, and in both at another rank: each in the order of its rank. */
  added: z.array(ComparedResult),
  gone: z.array(ComparedResult),
  moved: z.array(ComparedResult),
  /** How many are at the same rank in both. */
  same: z.number().int(),
})
export type RunComparison = z.infer<typeof RunComparison>

const leadRunsResource: Resource = {
  name: 'leadRuns',
  entity: LeadRun,
  filterable: {
    ...identity,
    project: 'relation',
    createdBy: 'relation',
    state: 'text',
    schedule: 'text',
    finishedAt: 'instant',
  },
  sortable: [...dated, 'finishedAt'],
  relations: { project: projectsResource, createdBy: users },
  cursor: false,
}

export const leadRunResultsResource: Resource = {
  name: 'leadRunResults',
  entity: LeadRunResult,
  filterable: {
    ...identity,
    project: 'relation',
    run: 'id',
    rank: 'number',
    score: 'number',
    label: 'number',
    postedAt: 'instant',
    dismissed: 'boolean',
    /** Whether it is one of the project's leads. */
    isLead: 'boolean',
    subreddit: 'text',
  },
  sortable: [...dated, 'rank', 'score', 'postedAt'],
  relations: { post: posts, project: projectsResource },
  cursor: false,
}

const runAnswer = one(LeadRun)
const readable = { access: 'signedIn' } as const
const written = { access: 'signedIn', right: 'decide' } as const

export const leadRunsEndpoints = {
  leadRunsFind: { ...readable, method: 'GET', path: '/lead-runs', find: leadRunsResource, answer: many(LeadRun) },
  leadRunsFindOne: { ...readable, method: 'GET', path: '/lead-runs/:id', find: leadRunsResource, answer: runAnswer },
  leadRunsCreate: {
    ...written,
    method: 'POST',
    path: '/lead-runs',
    body: envelope(LeadRunCreate),
    answer: runAnswer,
    status: 201,
  },
  leadRunsUpdate: {
    ...written,
    method: 'PUT',
    path: '/lead-runs/:id',
    body: envelope(LeadRunUpdate),
    answer: runAnswer,
  },
  leadRunsDelete: { ...written, method: 'DELETE', path: '/lead-runs/:id', answer: nothing, status: 204 },
  runCancellationPut: { ...written, method: 'PUT', path: '/lead-runs/:id/cancellation', answer: runAnswer },
  runChoicePut: {
    ...written,
    method: 'PUT',
    path: '/lead-runs/:id/choice',
    body: envelope(LeadRunChoice),
    answer: one(Chosen),
  },
  runComparisonFind: {
    ...readable,
    method: 'GET',
    path: '/lead-runs/:id/comparison',
    /** By default, with the run that it repeats, or else with the one before it. */
    query: z.strictObject({ with: z.uuid().optional() }),
    answer: one(RunComparison),
  },
  leadRunResultsFind: {
    ...readable,
    method: 'GET',
    path: '/lead-run-results',
    find: leadRunResultsResource,
    answer: many(LeadRunResult),
  },
  leadRunResultsFindOne: {
    ...readable,
    method: 'GET',
    path: '/lead-run-results/:id',
    find: leadRunResultsResource,
    answer: one(LeadRunResult),
  },
} as const satisfies Record<string, Endpoint>
