import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import * as entity from '../entities.ts'
import { KeywordHealth } from '../keyword-health.ts'
import { website } from '../texts.ts'
import { competitorName, query, subreddit } from './names.ts'

const subreddits = z.array(subreddit).max(50)
const language = z
  .string()
  .regex(/^[a-z]{2}$/, 'language must be a code such as en or de')
  .nullable()
const minScore = z.number().int().min(0).max(1_000_000).nullable()

export const KeywordCreate = z.strictObject({
  project: relation,
  query,
  kind: z.enum(['brand', 'problem']).default('problem'),
  status: z.enum(entity.listeningStatuses).default('active'),
  subredditsIn: subreddits.default([]),
  subredditsOut: subreddits.default([]),
  language: language.default(null),
  minScore: minScore.default(null),
})
export type KeywordCreate = z.input<typeof KeywordCreate>

export const KeywordUpdate = z.strictObject({
  query: query.optional(),
  kind: z.enum(['brand', 'problem']).optional(),
  status: z.enum(entity.listeningStatuses).optional(),
  subredditsIn: subreddits.optional(),
  subredditsOut: subreddits.optional(),
  language: language.optional(),
  minScore: minScore.optional(),
})
export type KeywordUpdate = z.input<typeof KeywordUpdate>

const aliases = z.array(competitorName).max(20)
/** A domain, without what stands before and behind it in an address. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .transform((typed) =>
    typed
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/[/?#].*$/, ''),
  )
  .pipe(z.string().regex(/^[^\s/?#.@]+(\.[^\s/?#.@]+)+$/, 'must be a domain such as example.com'))
const domains = z.array(domain).max(20)
const excludeWords = z.array(competitorName).max(50)

export const CompetitorCreate = z.strictObject({
  project: relation,
  name: competitorName,
  website: website.nullable().default(null),
  status: z.enum(entity.competitorStatuses).default('active'),
  aliases: aliases.default([]),
  domains: domains.default([]),
  subreddit: subreddit.nullable().default(null),
  excludeWords: excludeWords.default([]),
})
export type CompetitorCreate = z.input<typeof CompetitorCreate>

export const CompetitorUpdate = z.strictObject({
  name: competitorName.optional(),
  website: website.nullable().optional(),
  status: z.enum(entity.competitorStatuses).optional(),
  aliases: aliases.optional(),
  domains: domains.optional(),
  subreddit: subreddit.nullable().optional(),
  excludeWords: excludeWords.optional(),
})
export type CompetitorUpdate = z.input<typeof CompetitorUpdate>

export const listeningEndpoints = {
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
} as const satisfies Record<string, Endpoint>
