import { and, eq } from 'drizzle-orm'
import { parseQuery } from '#engine/query/parse.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Query } from '#platform/contract/query/query.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects, type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { violates } from '#platform/server/database/violation.ts'
import type { Keyword } from '../contract.ts'
import { type Figures, figuresKey, figuresOf, noFigures } from './figures.ts'
import { keywordRow } from './keyword-rows.ts'
import { keyword } from './tables.ts'
import { takeTurn } from './turn.ts'

export type KeywordRow = typeof keyword.$inferSelect
type ShownRow = typeof keywordRow.$inferSelect
type Limits = Pick<KeywordRow, 'subredditsIn' | 'subredditsOut' | 'language' | 'minScore'>
type Writable = Pick<KeywordRow, 'kind' | 'query' | 'status' | 'pausedBy'> & Limits

/** Keywords with how they do now, and among them the names of competitors. */
export function keywordsOf(ctx: Ctx): Reading<ShownRow, Keyword> {
  return {
    table: keywordRow,
    columns: {
      id: keywordRow.id,
      documentId: keywordRow.id,
      createdAt: keywordRow.createdAt,
      updatedAt: keywordRow.updatedAt,
      project: keywordRow.projectId,
      kind: keywordRow.kind,
      query: keywordRow.query,
      status: keywordRow.status,
      pausedBy: keywordRow.pausedBy,
      language: keywordRow.language,
      minScore: keywordRow.minScore,
    },
    project: keywordRow.projectId,
    links: { project: toOne('projects', (row) => row.projectId) },
    cursor: false,
    rows: rowsOf(keywordRow),
    present: async (tx, rows, query) => {
      const projectIds = asksFigures(query) ? [...new Set(rows.map(({ projectId }) => projectId))] : []
      const figures = await figuresOf(tx, projectIds, ctx.now())
      return rows.map((row) => present(row, figuresFor(row, figures)))
    },
  }
}

function asksFigures({ fields }: Query): boolean {
  return fields === null || fields.some((field) => Object.hasOwn(noFigures, field))
}

function figuresFor({ projectId, hitKind, hitPhrase }: ShownRow, figures: ReadonlyMap<string, Figures>): Figures {
  return (hitPhrase === null ? undefined : figures.get(figuresKey(projectId, hitKind, hitPhrase))) ?? noFigures
}

function present(row: ShownRow, { hitsPerDay, leadShare, lastHitAt }: Figures): Keyword {
  const { kind, query, status, pausedBy, subredditsIn, subredditsOut, language, minScore } = row
  const written = { kind, query, status, pausedBy, subredditsIn, subredditsOut, language, minScore }
  return { ...rowHead(row), ...written, hitsPerDay, leadShare, lastHitAt: lastHitAt?.toISOString() ?? null }
}

/**
 * Throws ValidationError, with the cause and a proposal, where one of these is no query that can be read.
 * `pathOf` names each as the client sent it.
 */
export function requireReadable(queries: readonly string[], pathOf: (index: number) => (string | number)[]): void {
  const errors = queries.flatMap((query, index) => {
    const parsed = parseQuery(query, 'keyword')
    if (parsed.state === 'read') return []
    const { cause, proposal } = parsed.fault
    return [{ path: pathOf(index), message: `${cause}. Try: ${proposal}`, name: 'ValidationError' }]
  })
  const [first] = errors
  if (first) throw new ApiError('ValidationError', first.message, { errors })
}

/** Adds keywords to a project, leaving out those that are there, in whatever case. Answers with those added. */
export async function insertKeywords(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  values: readonly (Omit<Writable, 'pausedBy' | keyof Limits> & Partial<Writable>)[],
): Promise<KeywordRow[]> {
  if (values.length === 0) return []
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const rows = values.map((value) => ({ ...value, projectId, id: ctx.id(), ...dates }))
  return tx.insert(keyword).values(rows).onConflictDoNothing().returning()
}

/**
 * A keyword of the actor's projects, kept from changing until the transaction ends, as is the rest of its project's watchlist
 * for. Throws NotFoundError, and ApplicationError for what is the name of a competitor.
 */
export async function lockKeyword(ctx: Ctx, tx: Transaction, id: string): Promise<KeywordRow> {
  const own = and(ownProjects(ctx, keyword.projectId), eq(keyword.id, id))
  const [place] = await tx.select({ projectId: keyword.projectId }).from(keyword).where(own)
  if (place) await takeTurn(tx, place.projectId)
  const [row] = await tx.select().from(keyword).where(own).for('update')
  if (row) return row
  const shown = and(ownProjects(ctx, keywordRow.projectId), eq(keywordRow.id, id))
  const [derived] = await tx.select({ id: keywordRow.id }).from(keywordRow).where(shown)
  if (derived)
    throw new ApiError('ApplicationError', 'This keyword belongs to a competitor. Change the competitor instead.')
  throw new ApiError('NotFoundError', 'Not Found')
}

/** Throws ValidationError where the project has another keyword of that wording. */
export async function writeKeyword(
  ctx: Ctx,
  tx: Transaction,
  row: KeywordRow,
  changes: Partial<Writable>,
): Promise<KeywordRow> {
  const written = { ...row, ...changes, updatedAt: ctx.now() }
  try {
    await tx.update(keyword).set(written).where(sameKeyword(row))
  } catch (error) {
    throw violates(error, 'keyword_query') ? keywordTaken() : error
  }
  return written
}

export async function removeKeyword(tx: Transaction, row: KeywordRow): Promise<void> {
  await tx.delete(keyword).where(sameKeyword(row))
}

export function keywordTaken(): ApiError {
  const message = 'This keyword already exists'
  return new ApiError('ValidationError', message, { errors: [{ path: ['query'], message, name: 'ValidationError' }] })
}

function sameKeyword(row: KeywordRow) {
  return and(eq(keyword.projectId, row.projectId), eq(keyword.id, row.id))
}
