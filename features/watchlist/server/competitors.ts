import { and, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects, type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { violates } from '#platform/server/database/violation.ts'
import type { Competitor } from '../contract.ts'
import { competitor } from './tables.ts'
import { takeTurn } from './turn.ts'

export type CompetitorRow = typeof competitor.$inferSelect
type Names = Pick<CompetitorRow, 'aliases' | 'domains' | 'subreddit' | 'excludeWords'>
type Writable = Pick<CompetitorRow, 'name' | 'website' | 'status' | 'pausedBy'> & Names

export const competitors: Reading<CompetitorRow, Competitor> = {
  table: competitor,
  columns: {
    id: competitor.id,
    documentId: competitor.id,
    createdAt: competitor.createdAt,
    updatedAt: competitor.updatedAt,
    project: competitor.projectId,
    name: competitor.name,
    website: competitor.website,
    status: competitor.status,
    pausedBy: competitor.pausedBy,
    subreddit: competitor.subreddit,
  },
  project: competitor.projectId,
  links: { project: toOne('projects', (row) => row.projectId) },
  cursor: false,
  rows: rowsOf(competitor),
  present: async (_tx, rows) => rows.map(presentCompetitor),
}

export function presentCompetitor(row: CompetitorRow): Competitor {
  const { name, website, status, pausedBy, aliases, domains, subreddit, excludeWords } = row
  return { ...rowHead(row), name, website, status, pausedBy, aliases, domains, subreddit, excludeWords }
}

/** Adds competitors to a project, leaving out those that are there, in whatever case. Answers with those added. */
export async function insertCompetitors(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  values: readonly (Omit<Writable, 'pausedBy' | keyof Names> & Partial<Writable>)[],
): Promise<CompetitorRow[]> {
  if (values.length === 0) return []
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const rows = values.map((value) => ({ ...value, projectId, id: ctx.id(), ...dates }))
  return tx.insert(competitor).values(rows).onConflictDoNothing().returning()
}

/**
 * A competitor of the actor's projects, kept from changing until the transaction ends, as is what else its project
 * listens for. Throws NotFoundError.
 */
export async function lockCompetitor(ctx: Ctx, tx: Transaction, id: string): Promise<CompetitorRow> {
  const own = and(ownProjects(ctx, competitor.projectId), eq(competitor.id, id))
  const [place] = await tx.select({ projectId: competitor.projectId }).from(competitor).where(own)
  if (place) await takeTurn(tx, place.projectId)
  const [row] = await tx.select().from(competitor).where(own).for('update')
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

/** Throws ValidationError where the project has another competitor of that name. */
export async function writeCompetitor(
  ctx: Ctx,
  tx: Transaction,
  row: CompetitorRow,
  changes: Partial<Writable>,
): Promise<CompetitorRow> {
  const written = { ...row, ...changes, updatedAt: ctx.now() }
  try {
    await tx.update(competitor).set(written).where(sameCompetitor(row))
  } catch (error) {
    throw violates(error, 'competitor_name') ? competitorTaken() : error
  }
  return written
}

export async function removeCompetitor(tx: Transaction, row: CompetitorRow): Promise<void> {
  await tx.delete(competitor).where(sameCompetitor(row))
}

export function competitorTaken(): ApiError {
  const message = 'This competitor already exists'
  return new ApiError('ValidationError', message, { errors: [{ path: ['name'], message, name: 'ValidationError' }] })
}

function sameCompetitor(row: CompetitorRow) {
  return and(eq(competitor.projectId, row.projectId), eq(competitor.id, row.id))
}
