import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'
import { reportsContract } from './contract.ts'

/** A link that shows a published board or a report to whoever has it, until it expires or is revoked. */
export const InsightShare = z.object({
  ...row,
  name: z.string(),
  /** The ID of the board; null for a report. */
  board: z.uuid().nullable(),
  /** How many days until today it shows. */
  days: z.number().int(),
  expiresAt: instant,
  /** When it was last opened, to the hour. */
  openedAt: instant.nullable(),
  report: reportsContract.entity.nullable().optional(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type InsightShare = z.infer<typeof InsightShare>

/** How long a link may last, in days. */
const shareDaysMax = 366

const InsightShareCreate = z
  .strictObject({
    project: relation,
    name: text(100),
    board: z.uuid().nullable().default(null),
    report: z.uuid().nullable().default(null),
    days: z.number().int().min(1).max(730),
    expiresInDays: z.number().int().min(1).max(shareDaysMax),
  })
  .refine(({ board, report }) => (board === null) !== (report === null), {
    path: ['board'],
    message: 'a link shows either a board or a report',
  })
export type InsightShareCreate = z.output<typeof InsightShareCreate>

const insightSharesResource: Resource = {
  name: 'insightShares',
  entity: InsightShare,
  filterable: {
    ...identity,
    project: 'relation',
    report: 'relation',
    createdBy: 'relation',
    name: 'text',
    expiresAt: 'instant',
  },
  sortable: [...dated, 'name', 'expiresAt'],
  relations: { project: projectsResource, report: reportsContract.resource, createdBy: users },
  cursor: false,
}

export const insightSharesEndpoints = {
  insightSharesFind: {
    method: 'GET',
    path: '/insight-shares',
    access: 'signedIn',
    right: 'changeReports',
    find: insightSharesResource,
    answer: many(InsightShare),
  },
  insightSharesFindOne: {
    method: 'GET',
    path: '/insight-shares/:id',
    access: 'signedIn',
    right: 'changeReports',
    find: insightSharesResource,
    answer: one(InsightShare),
  },
  /** Only this answer contains the address. */
  insightSharesCreate: {
    method: 'POST',
    path: '/insight-shares',
    access: 'signedIn',
    right: 'changeReports',
    body: envelope(InsightShareCreate),
    answer: one(InsightShare.extend({ address: z.string() })),
    status: 201,
  },
  /** Revokes a link. */
  insightSharesDelete: {
    method: 'DELETE',
    path: '/insight-shares/:id',
    access: 'signedIn',
    right: 'changeReports',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
