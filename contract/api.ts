import { z } from 'zod'
import * as entity from './entities.ts'
import { KeywordHealth } from './keyword-health.ts'
import type { ResourceName } from './resources.ts'
import { Sandbox } from './sandbox.ts'
import { email, password, sound, text, timeZone, website } from './texts.ts'
import { chunkBytes, uploadMaxBytes, uploadTooLarge } from './uploads.ts'
import { Preview, WebsiteProfile } from './website.ts'

/**
 * The one table of endpoints. The server registers it, the web calls it, OpenAPI is generated from it.
 * Paths are below /api; `:id` is a UUID, `:number` a whole number from 0.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Who may call: anyone, or only a signed-in user. What a signed-in user may touch is decided by the verb. */
  access: 'anyone' | 'signedIn'
  /** The resource that is read, its query string in the dialect of contract/query; elsewhere no query key is allowed. */
  find?: ResourceName
  /** The moments of SPEC 4 for the cookies: cleared before the call, and where it starts a session set from its jwt. */
  session?: 'starts' | 'ends'
  body?: z.ZodType
  /** Where the body is bytes (application/octet-stream) instead of JSON: how many there may be. */
  bytesMax?: number
  answer: z.ZodType
  /** HTTP status of success; 200 unless said. */
  status?: number
}

/** The row that `data.project` names: an id, or Strapi's connect form (DECISIONS 13). */
const relation = z.union([
  z.uuid(),
  z.strictObject({ connect: z.tuple([z.uuid()]) }).transform((value) => value.connect[0]),
])

const one = <T extends z.ZodType>(data: T) => z.object({ data, meta: z.object({}) })

export const Pagination = z.object({
  page: z.number().int().optional(),
  pageSize: z.number().int().optional(),
  pageCount: z.number().int().optional(),
  start: z.number().int().optional(),
  limit: z.number().int().optional(),
  total: z.number().int(),
  /** True where `total` stopped counting at contract/filters totalMax. */
  totalCapped: z.boolean().optional(),
  nextCursor: z.string().nullable().optional(),
})
export type Pagination = z.infer<typeof Pagination>

const many = <T extends z.ZodType>(data: T) =>
  z.object({ data: z.array(data), meta: z.object({ pagination: Pagination }) })

const envelope = <T extends z.ZodType>(data: T) => z.strictObject({ data })

export const Credentials = z.strictObject({ identifier: text(320), password: z.string().min(1).max(256) })
export type Credentials = z.infer<typeof Credentials>

export const Registration = z.strictObject({ username: text(320).min(3).optional(), email, password })
export type Registration = z.infer<typeof Registration>

export const Identity = z.object({ jwt: z.string(), user: entity.User })
export type Identity = z.infer<typeof Identity>

/** A word, a phrase, or a query (docs/decisions/0021-query-language.md). */
const query = text(500)
const competitorName = text(100)

/** Set-up in one call: the project with what it listens for, all or nothing. */
export const ProjectCreate = z.strictObject({
  name: text(100),
  website: website.nullable().default(null),
  summary: sound.trim().max(5000).default(''),
  timeZone: timeZone.default('UTC'),
  keywords: z.array(query).max(200).default([]),
  competitors: z.array(competitorName).max(100).default([]),
})
export type ProjectCreate = z.input<typeof ProjectCreate>

export const ProjectUpdate = z.strictObject({
  name: text(100).optional(),
  website: website.nullable().optional(),
  summary: sound.trim().max(5000).optional(),
  timeZone: timeZone.optional(),
})
export type ProjectUpdate = z.input<typeof ProjectUpdate>

/** A website to read. What is no website's address is told apart by whoever reads it. */
export const WebsiteProfileCreate = z.strictObject({ website: text(500) })
export type WebsiteProfileCreate = z.input<typeof WebsiteProfileCreate>

/** A project before there is one: what would it find? */
export const PreviewCreate = ProjectCreate.pick({ summary: true, keywords: true, competitors: true })
export type PreviewCreate = z.input<typeof PreviewCreate>

export const KeywordCreate = z.strictObject({
  project: relation,
  query,
  kind: z.enum(['brand', 'problem']).default('problem'),
  status: z.enum(entity.listeningStatuses).default('active'),
})
export type KeywordCreate = z.input<typeof KeywordCreate>

export const KeywordUpdate = z.strictObject({
  query: query.optional(),
  kind: z.enum(['brand', 'problem']).optional(),
  status: z.enum(entity.listeningStatuses).optional(),
})
export type KeywordUpdate = z.input<typeof KeywordUpdate>

export const CompetitorCreate = z.strictObject({
  project: relation,
  name: competitorName,
  website: website.nullable().default(null),
  status: z.enum(entity.listeningStatuses).default('active'),
})
export type CompetitorCreate = z.input<typeof CompetitorCreate>

export const CompetitorUpdate = z.strictObject({
  name: competitorName.optional(),
  website: website.nullable().optional(),
  status: z.enum(entity.listeningStatuses).optional(),
})
export type CompetitorUpdate = z.input<typeof CompetitorUpdate>

export const RejectionPut = z.strictObject({ reason: z.enum(entity.rejectionReasons) })
export type RejectionPut = z.infer<typeof RejectionPut>

/** Shown as it is, so nothing that ends a line, is invisible throughout or turns what follows it around. */
export const FileName = sound
  .trim()
  .max(255)
  .regex(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u, 'name must not contain control characters')
  .regex(/[^\p{C}\p{Z}]/u, 'name must not be empty')
/** The same archive once more, though it was brought in before. */
const again = z.boolean().default(false)

/**
 * An upload begins, or goes on where the same file (by its fingerprint, which the client makes) left off; its pieces
 * follow. Or a file of the server's archives folder, by its name there.
 */
export const ImportCreate = z.discriminatedUnion('origin', [
  z.strictObject({
    project: relation,
    origin: z.literal('upload'),
    name: FileName,
    bytesTotal: z.int().min(1, 'The file is empty').max(uploadMaxBytes, uploadTooLarge),
    fingerprint: text(200),
    again,
  }),
  z.strictObject({ project: relation, origin: z.literal('path'), name: FileName, again }),
])
export type ImportCreate = z.input<typeof ImportCreate>

/** Which failed jobs to try again. */
export const RetryCreate = z.strictObject({ kind: z.enum(entity.jobKinds) })
export type RetryCreate = z.infer<typeof RetryCreate>

export const Health = z.object({ status: z.literal('ok'), version: z.string(), roles: z.array(z.string()) })

const nothing = z.void()
const opportunityAnswer = one(entity.Opportunity)
const decisionAnswer = z.object({ data: entity.Opportunity, meta: z.object({ moved: entity.Moved }) })
const importAnswer = one(entity.Import)

export const endpoints = {
  health: { method: 'GET', path: '/health', access: 'anyone', answer: Health },
  sandbox: { method: 'GET', path: '/sandbox', access: 'anyone', answer: Sandbox },

  login: {
    method: 'POST',
    path: '/auth/local',
    access: 'anyone',
    session: 'starts',
    body: Credentials,
    answer: Identity,
  },
  register: {
    method: 'POST',
    path: '/auth/local/register',
    access: 'anyone',
    session: 'starts',
    body: Registration,
    answer: Identity,
  },
  logout: { method: 'POST', path: '/auth/logout', access: 'anyone', session: 'ends', answer: nothing, status: 204 },
  me: { method: 'GET', path: '/users/me', access: 'signedIn', answer: entity.User },

  projectsFind: {
    method: 'GET',
    path: '/projects',
    access: 'signedIn',
    find: 'projects',
    answer: many(entity.Project),
  },
  projectsFindOne: {
    method: 'GET',
    path: '/projects/:id',
    access: 'signedIn',
    find: 'projects',
    answer: one(entity.Project),
  },
  projectsCreate: {
    method: 'POST',
    path: '/projects',
    access: 'signedIn',
    body: envelope(ProjectCreate),
    answer: one(entity.Project),
    status: 201,
  },
  projectsUpdate: {
    method: 'PUT',
    path: '/projects/:id',
    access: 'signedIn',
    body: envelope(ProjectUpdate),
    answer: one(entity.Project),
  },

  websiteProfilesCreate: {
    method: 'POST',
    path: '/website-profiles',
    access: 'signedIn',
    body: envelope(WebsiteProfileCreate),
    answer: one(WebsiteProfile),
  },
  previewsCreate: {
    method: 'POST',
    path: '/previews',
    access: 'signedIn',
    body: envelope(PreviewCreate),
    answer: one(Preview),
  },

  healthReport: { method: 'GET', path: '/projects/:id/health', access: 'signedIn', answer: one(entity.HealthReport) },
  retriesCreate: {
    method: 'POST',
    path: '/projects/:id/retries',
    access: 'signedIn',
    body: envelope(RetryCreate),
    answer: one(z.object({ retried: z.number().int() })),
    status: 201,
  },

  keywordHealth: {
    method: 'GET',
    path: '/projects/:id/keyword-health',
    access: 'signedIn',
    answer: one(KeywordHealth),
  },
  keywordsFind: {
    method: 'GET',
    path: '/keywords',
    access: 'signedIn',
    find: 'keywords',
    answer: many(entity.Keyword),
  },
  keywordsFindOne: {
    method: 'GET',
    path: '/keywords/:id',
    access: 'signedIn',
    find: 'keywords',
    answer: one(entity.Keyword),
  },
  keywordsCreate: {
    method: 'POST',
    path: '/keywords',
    access: 'signedIn',
    body: envelope(KeywordCreate),
    answer: one(entity.Keyword),
    status: 201,
  },
  keywordsUpdate: {
    method: 'PUT',
    path: '/keywords/:id',
    access: 'signedIn',
    body: envelope(KeywordUpdate),
    answer: one(entity.Keyword),
  },
  keywordsDelete: { method: 'DELETE', path: '/keywords/:id', access: 'signedIn', answer: nothing, status: 204 },

  competitorsFind: {
    method: 'GET',
    path: '/competitors',
    access: 'signedIn',
    find: 'competitors',
    answer: many(entity.Competitor),
  },
  competitorsFindOne: {
    method: 'GET',
    path: '/competitors/:id',
    access: 'signedIn',
    find: 'competitors',
    answer: one(entity.Competitor),
  },
  competitorsCreate: {
    method: 'POST',
    path: '/competitors',
    access: 'signedIn',
    body: envelope(CompetitorCreate),
    answer: one(entity.Competitor),
    status: 201,
  },
  competitorsUpdate: {
    method: 'PUT',
    path: '/competitors/:id',
    access: 'signedIn',
    body: envelope(CompetitorUpdate),
    answer: one(entity.Competitor),
  },
  competitorsDelete: { method: 'DELETE', path: '/competitors/:id', access: 'signedIn', answer: nothing, status: 204 },

  opportunitiesFind: {
    method: 'GET',
    path: '/opportunities',
    access: 'signedIn',
    find: 'opportunities',
    answer: many(entity.Opportunity),
  },
  opportunitiesFindOne: {
    method: 'GET',
    path: '/opportunities/:id',
    access: 'signedIn',
    find: 'opportunities',
    answer: opportunityAnswer,
  },
  replyPut: { method: 'PUT', path: '/opportunities/:id/reply', access: 'signedIn', answer: decisionAnswer },
  replyDelete: { method: 'DELETE', path: '/opportunities/:id/reply', access: 'signedIn', answer: decisionAnswer },
  rejectionPut: {
    method: 'PUT',
    path: '/opportunities/:id/rejection',
    access: 'signedIn',
    body: envelope(RejectionPut),
    answer: decisionAnswer,
  },
  rejectionDelete: {
    method: 'DELETE',
    path: '/opportunities/:id/rejection',
    access: 'signedIn',
    answer: decisionAnswer,
  },
  savePut: { method: 'PUT', path: '/opportunities/:id/save', access: 'signedIn', answer: decisionAnswer },
  saveDelete: { method: 'DELETE', path: '/opportunities/:id/save', access: 'signedIn', answer: decisionAnswer },

  importsFind: { method: 'GET', path: '/imports', access: 'signedIn', find: 'imports', answer: many(entity.Import) },
  importsFindOne: { method: 'GET', path: '/imports/:id', access: 'signedIn', find: 'imports', answer: importAnswer },
  importsCreate: {
    method: 'POST',
    path: '/imports',
    access: 'signedIn',
    body: envelope(ImportCreate),
    answer: importAnswer,
    status: 201,
  },
  importChunkPut: {
    method: 'PUT',
    path: '/imports/:id/chunks/:number',
    access: 'signedIn',
    bytesMax: chunkBytes,
    answer: importAnswer,
  },
  importStopPut: { method: 'PUT', path: '/imports/:id/stop', access: 'signedIn', answer: importAnswer },
  importStopDelete: { method: 'DELETE', path: '/imports/:id/stop', access: 'signedIn', answer: importAnswer },
  importsDelete: { method: 'DELETE', path: '/imports/:id', access: 'signedIn', answer: nothing, status: 204 },
  archivesFind: {
    method: 'GET',
    path: '/projects/:id/archives',
    access: 'signedIn',
    answer: z.object({ data: z.array(entity.ArchiveFile), meta: z.object({}) }),
  },
} as const satisfies Record<string, Endpoint>
export type EndpointName = keyof typeof endpoints
