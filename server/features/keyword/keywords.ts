import type { Keyword } from '@earshot/contract/entities'
import { ApiError } from '@earshot/contract/errors'
import { parseQuery } from '@earshot/engine/query/parse'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import { ownProjects, type Reading, toOne } from '../../db/find.ts'
import { rowHead } from '../../db/row-head.ts'
import { keyword } from '../../db/schema.ts'
import { violates } from '../../db/violation.ts'

export type KeywordRow = typeof keyword.$inferSelect
type Writable = Pick<KeywordRow, 'kind' | 'query' | 'status'>

export const keywords: Reading<KeywordRow, Keyword> = {
  table: keyword,
  columns: {
    id: keyword.id,
    documentId: keyword.id,
    createdAt: keyword.createdAt,
    updatedAt: keyword.updatedAt,
    project: keyword.projectId,
    kind: keyword.kind,
    query: keyword.query,
    status: keyword.status,
  },
  project: keyword.projectId,
  links: { project: toOne('projects', (row) => row.projectId) },
  cursor: false,
  rows: (tx, { where, orderBy, limit, offset }) =>
    tx
      .select()
      .from(keyword)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
  present: async (_tx, rows) => rows.map(presentKeyword),
}

export function presentKeyword(row: KeywordRow): Keyword {
  const { kind, query, status } = row
  return { ...rowHead(row), kind, query, status }
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
  values: readonly Writable[],
): Promise<KeywordRow[]> {
  if (values.length === 0) return []
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const rows = values.map((value) => ({ ...value, projectId, id: ctx.id(), ...dates }))
  return tx.insert(keyword).values(rows).onConflictDoNothing().returning()
}

/** A keyword of the actor's projects, kept from changing until the transaction ends. Throws NotFoundError. */
export async function lockKeyword(ctx: Ctx, tx: Transaction, id: string): Promise<KeywordRow> {
  const own = and(ownProjects(ctx, keyword.projectId), eq(keyword.id, id))
  const [row] = await tx.select().from(keyword).where(own).for('update')
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
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
  const message = 'This keyword is already there'
  return new ApiError('ValidationError', message, { errors: [{ path: ['query'], message, name: 'ValidationError' }] })
}

function sameKeyword(row: KeywordRow) {
  return and(eq(keyword.projectId, row.projectId), eq(keyword.id, row.id))
}
