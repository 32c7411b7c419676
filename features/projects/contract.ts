import { z } from 'zod'
import { SetupAlerts } from '#engine/alerts/setup-alerts.ts'
import { projectStatuses } from '#engine/rules/access.ts'
import { setupSteps } from '#engine/rules/setup-steps.ts'
import { ScoreWeights } from '#engine/score/component.ts'
import { realms, sources } from '#engine/sources.ts'
import { Snippet } from '#engine/spans.ts'
import { agencyPlans } from '#engine/subscription/plans.ts'
import { WebsiteProfile } from '#engine/website/profile.ts'
import { communities, competitorName, query } from '#platform/contract/communities.ts'
import { type Endpoint, envelope, many, nothing, one } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource } from '#platform/contract/resource.ts'
import { instant, row } from '#platform/contract/row.ts'
import { sound, text, timeZone, website } from '#platform/contract/texts.ts'

export const Project = z.object({
  ...row,
  name: z.string(),
  website: z.string().nullable(),
  summary: z.string(),
  timeZone: z.string(),
  /** The target audience and its pain points: phrases that leads are matched by. */
  audience: z.array(z.string()),
  pains: z.array(z.string()),
  /** ISO 639-1 codes. If empty, the summary's language and English. */
  languages: z.array(z.string()),
  /** The subreddits it follows: names in lower case, without `r/`. */
  communities: z.array(z.string()),
  scoreWeights: ScoreWeights,
  /** The sources that it shows posts from. */
  sources: z.array(z.enum(sources)),
  /** Whether it sees the sandbox or real data. */
  realm: z.enum(realms),
  /** When it switched to real data, while sandbox rows still exist; otherwise null. */
  realSince: instant.nullable(),
  status: z.enum(projectStatuses),
  /** Whether the texts of posts may be sent to the chat model. */
  sendToModel: z.boolean(),
  isAgencyProject: z.boolean(),
  /** The plan that an agency has chosen for this client's project (DECISIONS 17). */
  agencyPlan: z.string().nullable(),
  /** The backfill's progress, out of the items that existed when it started; the total is null if none is running. */
  backfillDone: z.number().int(),
  backfillTotal: z.number().int().nullable(),
})
export type Project = z.infer<typeof Project>

/** A stored post that a project would find. */
export const SampleHit = z.object({
  isLead: z.boolean(),
  /** The chance, in percent, that it is a lead, as the project would score it. */
  score: z.number(),
  /** The main reason for the score; null if nothing speaks for it. */
  reason: z.string().nullable(),
  /** Null for a comment of a thread without a known title. */
  title: z.string(),
  kind: z.enum(['post', 'comment']),
  subreddit: z.string(),
  permalink: z.string(),
  postedAt: z.iso.datetime().nullable(),
  /** UTF-16 offsets into the title, end exclusive. */
  titleMarks: z.array(z.tuple([z.number().int(), z.number().int()])),
  snippet: Snippet,
})
export type SampleHit = z.infer<typeof SampleHit>

/** The finds of a project in a sample of the shared posts. */
export const Preview = z.object({
  /** The number of posts that were scanned, and of all posts that the project will scan. */
  read: z.number().int(),
  total: z.number().int(),
  /** The number of leads among them, and of posts that are on topic but no leads. */
  found: z.number().int(),
  close: z.number().int(),
  /** The best few of both, leads first. */
  examples: z.array(SampleHit),
  /** The posts with each keyword and competitor, of the watchlist or proposed. */
  hits: z.array(
    z.object({
      kind: z.enum(['keyword', 'competitor']),
      phrase: z.string(),
      hits: z.number().int(),
      /** Its words are in so many posts that it finds no leads by itself. */
      tooCommon: z.boolean(),
    }),
  ),
})
export type Preview = z.infer<typeof Preview>

/** The audience or its pain points, a few words each. */
const phrases = z.array(text(200)).max(20)
const languages = z.array(z.string().regex(/^[a-z]{2}$/, 'languages must be codes such as en or de')).max(20)

const summary = sound.trim().max(5000)
const keywords = z.array(query).max(200)
const competitors = z.array(competitorName).max(100)

/** Creates a project with its watchlist in one call, all or nothing. */
export const ProjectCreate = z.strictObject({
  name: text(100),
  website: website.nullable().default(null),
  summary: summary.default(''),
  audience: phrases.default([]),
  pains: phrases.default([]),
  languages: languages.default([]),
  communities: communities.default([]),
  timeZone: timeZone.default('UTC'),
  keywords: keywords.default([]),
  competitors: competitors.default([]),
})
export type ProjectCreate = z.input<typeof ProjectCreate>
export const ProjectUpdate = z.strictObject({
  name: text(100).optional(),
  website: website.nullable().optional(),
  summary: summary.optional(),
  audience: phrases.optional(),
  pains: phrases.optional(),
  languages: languages.optional(),
  communities: communities.optional(),
  timeZone: timeZone.optional(),
  scoreWeights: ScoreWeights.optional(),
  sources: z.array(z.enum(sources)).optional(),
  sendToModel: z.boolean().optional(),
})
export type ProjectUpdate = z.input<typeof ProjectUpdate>

/** What a website proposes, for the user to accept or leave. */
const SetupProposals = z.strictObject({
  keywords,
  competitors,
  communities,
  facts: z.array(text(500)).max(50),
})

/** A prompt of a setup, which may be empty. */
const prompt = sound.trim().max(20_000)

/** The answers of a setup, saved as the user goes: the ones given replace earlier ones, and a name may be empty. */
export const SetupUpdate = z.strictObject({
  name: sound.trim().max(100).optional(),
  website: website.nullable().optional(),
  summary: summary.optional(),
  audience: phrases.optional(),
  pains: phrases.optional(),
  keywords: keywords.optional(),
  competitors: competitors.optional(),
  communities: communities.optional(),
  proposals: SetupProposals.optional(),
  facts: prompt.optional(),
  voice: prompt.optional(),
  disclosure: prompt.optional(),
  alerts: SetupAlerts.optional(),
  /** The plan of an agency's client, which finishing makes the project (DECISIONS 17). */
  agencyPlan: z.enum(agencyPlans).nullable().optional(),
  reached: z.enum(setupSteps).optional(),
})
export type SetupUpdate = z.input<typeof SetupUpdate>

/** The user's unfinished setup, which is a project of status draft. */
export const Setup = z.object({
  name: z.string(),
  website: z.string().nullable(),
  summary: z.string(),
  audience: z.array(z.string()),
  pains: z.array(z.string()),
  keywords: z.array(z.string()),
  competitors: z.array(z.string()),
  communities: z.array(z.string()),
  proposals: z.object({
    keywords: z.array(z.string()),
    competitors: z.array(z.string()),
    communities: z.array(z.string()),
    facts: z.array(z.string()),
  }),
  /** What replies are written with; empty texts for none. */
  facts: z.string(),
  voice: z.string(),
  disclosure: z.string(),
  alerts: SetupAlerts,
  /** The plan of an agency's client; null for other projects. */
  agencyPlan: z.enum(agencyPlans).nullable(),
  /** The furthest step reached. */
  reached: z.enum(setupSteps),
})
export type Setup = z.infer<typeof Setup>

/** The time zone of the browser that finishes a setup. */
export const SetupCompletion = z.strictObject({ timeZone: timeZone.default('UTC') })

export const projectsResource: Resource = {
  name: 'projects',
  entity: Project,
  filterable: {
    ...identity,
    name: 'text',
    website: 'text',
    summary: 'text',
    status: 'text',
    timeZone: 'text',
    isAgencyProject: 'boolean',
    agencyPlan: 'text',
    realm: 'text',
  },
  sortable: [...dated, 'name', 'status'],
  relations: {},
  cursor: false,
}

export const projectsEndpoints = {
  projectsFind: {
    method: 'GET',
    path: '/projects',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    find: projectsResource,
    answer: many(Project),
  },
  projectsFindOne: {
    method: 'GET',
    path: '/projects/:id',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    find: projectsResource,
    answer: one(Project),
  },
  projectsCreate: {
    method: 'POST',
    path: '/projects',
    access: 'inPerson',
    body: envelope(ProjectCreate),
    answer: one(Project),
    status: 201,
  },
  projectsUpdate: {
    method: 'PUT',
    path: '/projects/:id',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    body: envelope(ProjectUpdate),
    answer: one(Project),
  },
  /** Makes the project inaccessible at once; a job erases its data. */
  projectsDelete: {
    method: 'DELETE',
    path: '/projects/:id',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    answer: nothing,
    status: 204,
  },
  /** Archives the project: it gets no new leads and is omitted from lists of active projects. DELETE restores it. */
  archivePut: {
    method: 'PUT',
    path: '/projects/:id/archive',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    answer: one(Project),
  },
  archiveDelete: {
    method: 'DELETE',
    path: '/projects/:id/archive',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    answer: one(Project),
  },
} as const satisfies Record<string, Endpoint>

/** One unfinished setup per user (DECISIONS 16). */
export const setupEndpoints = {
  /** Null if none is unfinished. */
  setup: {
    method: 'GET',
    path: '/setup',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    answer: one(Setup.nullable()),
  },
  /** Saves answers; the first ones create the draft project. */
  setupPut: {
    method: 'PUT',
    path: '/setup',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    body: envelope(SetupUpdate),
    answer: one(Setup),
  },
  /** Finishes the setup with what is there and starts the first scan. */
  setupCompletionsCreate: {
    method: 'POST',
    path: '/setup/completions',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    body: envelope(SetupCompletion),
    answer: one(Project),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>

/** A website to read. The reader rejects invalid addresses with a specific error. */
const WebsiteProfileCreate = z.strictObject({ website: text(500) })

/** A project before it is created, to preview its finds; `proposed` is only counted. */
export const PreviewCreate = ProjectCreate.pick({
  website: true,
  summary: true,
  audience: true,
  pains: true,
  keywords: true,
  competitors: true,
}).extend({ proposed: z.strictObject({ keywords, competitors }).default({ keywords: [], competitors: [] }) })
export type PreviewCreate = z.input<typeof PreviewCreate>
export const websiteEndpoints = {
  websiteProfilesCreate: {
    method: 'POST',
    path: '/website-profiles',
    access: 'inPerson',
    body: envelope(WebsiteProfileCreate),
    answer: one(WebsiteProfile),
  },
  previewsCreate: {
    method: 'POST',
    path: '/previews',
    access: 'inPerson',
    body: envelope(PreviewCreate),
    answer: one(Preview),
  },
} as const satisfies Record<string, Endpoint>
