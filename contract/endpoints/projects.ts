import { z } from 'zod'
import { type Endpoint, envelope, many, one } from '../endpoint.ts'
import * as entity from '../entities.ts'
import { Source } from '../sources.ts'
import { sound, text, timeZone, website } from '../texts.ts'
import { communities, competitorName, query } from './names.ts'

/** Who the product is for, or what hurts them, in a few words each. */
const phrases = z.array(text(200)).max(20)
const languages = z.array(z.string().regex(/^[a-z]{2}$/, 'languages must be codes such as en or de')).max(20)

/** Set-up in one call: the project with what it listens for, all or nothing. */
export const ProjectCreate = z.strictObject({
  name: text(100),
  website: website.nullable().default(null),
  summary: sound.trim().max(5000).default(''),
  audience: phrases.default([]),
  pains: phrases.default([]),
  languages: languages.default([]),
  communities: communities.default([]),
  timeZone: timeZone.default('UTC'),
  keywords: z.array(query).max(200).default([]),
  competitors: z.array(competitorName).max(100).default([]),
})
export type ProjectCreate = z.input<typeof ProjectCreate>

export const ProjectUpdate = z.strictObject({
  name: text(100).optional(),
  website: website.nullable().optional(),
  summary: sound.trim().max(5000).optional(),
  audience: phrases.optional(),
  pains: phrases.optional(),
  languages: languages.optional(),
  communities: communities.optional(),
  timeZone: timeZone.optional(),
  scoreWeights: entity.ScoreWeights.optional(),
  sources: z.array(Source).optional(),
})
export type ProjectUpdate = z.input<typeof ProjectUpdate>

export const projectsEndpoints = {
  projectsFind: {
    method: 'GET',
    path: '/projects',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    find: 'projects',
    answer: many(entity.Project),
  },
  projectsFindOne: {
    method: 'GET',
    path: '/projects/:id',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    find: 'projects',
    answer: one(entity.Project),
  },
  projectsCreate: {
    method: 'POST',
    path: '/projects',
    access: 'inPerson',
    body: envelope(ProjectCreate),
    answer: one(entity.Project),
    status: 201,
  },
  projectsUpdate: {
    method: 'PUT',
    path: '/projects/:id',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    body: envelope(ProjectUpdate),
    answer: one(entity.Project),
  },
  /** Listens no more and is left out of lists that ask for what is active; undone by DELETE. */
  archivePut: {
    method: 'PUT',
    path: '/projects/:id/archive',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    answer: one(entity.Project),
  },
  archiveDelete: {
    method: 'DELETE',
    path: '/projects/:id/archive',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    answer: one(entity.Project),
  },
} as const satisfies Record<string, Endpoint>
