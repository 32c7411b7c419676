import { and, eq } from 'drizzle-orm'
import { parseQuery } from '#engine/query/parse.ts'
import { supportedLanguages } from '#engine/text/language.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Query } from '#platform/contract/query/query.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { ownProjects, type Reading } from '#platform/server/database/rows/find.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { type Keyword, keywordsContract } from '../contract.ts'
import type { EntryKind } from './entries.ts'
import { type Figures, figuresKey, figuresOf, noFigures } from './figures.ts'
import { keywordRow } from './keyword-rows.ts'
import { keyword } from './tables.ts'

type ShownRow = typeof keywordRow.$inferSelect

const shownRows = resourceRows(keywordsContract, keywordRow)

/** Reads keywords with their current figures, including the names of competitors. */
function keywordsOf(ctx: Ctx): Reading<ShownRow, Keyword> {
  return {
    ...shownRows,
    present: async (tx, rows, query) => {
      const projectIds = requestsFigures(query) ? [...new Set(rows.map(({ projectId }) => projectId))] : []
      const figures = await figuresOf(tx, projectIds, ctx.now())
      const shown = await shownRows.present(tx, rows, query)
      return shown.map((row, index) => {
        const { lastHitAt, ...shares } = figuresFor(rows[index]!, figures)
        return { ...row, ...shares, lastHitAt: lastHitAt?.toISOString() ?? null }
      })
    },
  }
}

export const keywords: EntryKind<typeof keyword.$inferSelect, Keyword> = {
  actions: { create: 'keyword.create', update: 'keyword.update', delete: 'keyword.delete' },
  limited: 'keywords',
  rows: {
    ...resourceRows(keywordsContract, keyword),
    unique: { index: 'keyword_query', field: 'query', taken: 'This keyword already exists' },
  },
  reading: keywordsOf,
  name: ({ query }) => ({ query }),
  check: ({ query, language }) => {
    if (query !== undefined) requireReadable([query], () => ['query'])
    requireSupportedLanguage(language)
  },
  missing: async (ctx, tx, id) => {
    const shown = and(ownProjects(ctx, keywordRow.projectId), eq(keywordRow.id, id))
    const [derived] = await tx.select({ id: keywordRow.id }).from(keywordRow).where(shown)
    if (!derived) return new ApiError('NotFoundError', 'Not Found')
    return new ApiError('ApplicationError', 'This keyword belongs to a competitor. Change the competitor instead.')
  },
}

function requestsFigures({ fields }: Query): boolean {
  return fields === null || fields.some((field) => Object.hasOwn(noFigures, field))
}

function figuresFor({ projectId, hitKind, hitPhrase }: ShownRow, figures: ReadonlyMap<string, Figures>): Figures {
  return (hitPhrase === null ? undefined : figures.get(figuresKey(projectId, hitKind, hitPhrase))) ?? noFigures
}

/**
 * Throws ValidationError, with the cause and a suggestion, if a query can't be parsed. `pathOf` returns each query's
 * path in the request.
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

/** Throws ValidationError for a language that Earshot can't detect: a keyword limited to it would never match. */
export function requireSupportedLanguage(language: string | null | undefined): void {
  if (!language || supportedLanguages.has(language)) return
  throw faultOfField('language', `language must be one of ${[...supportedLanguages].sort().join(', ')}`)
}
