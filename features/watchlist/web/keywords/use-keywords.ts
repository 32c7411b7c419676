import { useQuery } from '@tanstack/react-query'
import { leavingOut } from '#engine/query/leaving-out.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { useRows } from '#platform/web/api/use-rows.ts'
import type { Keyword, KeywordEdits } from '../../contract.ts'
import { call } from '../api.ts'
import { phraseHealthQuery } from '../health/query.ts'
import { adviceOf, termState } from '../list/term-state.ts'
import { type BulkEdits, useBulkEdits } from '../list/use-bulk-edits.ts'
import type { AddedKeyword } from './keyword-file.ts'

/** The kinds to choose from; keywords of the third kind are derived from competitors. */
export const kinds = [
  { value: 'problem', label: 'Problem' },
  { value: 'brand', label: 'Brand' },
] as const
export type Kind = (typeof kinds)[number]['value']

export type KeywordChange = NonNullable<KeywordEdits['change']>['values']
export type KeywordBulkEdits = BulkEdits<Keyword, AddedKeyword, KeywordChange>

/** Returns the keywords of a project, their statistics, and functions to change one or many. */
export function useKeywords(project: CurrentProject) {
  const rows = useKeywordRows(project.id)
  const edits: KeywordBulkEdits = useBulkEdits(project.id, {
    noun: 'keyword',
    send: async (id, data) => (await call('keywordEditsCreate', { id, body: { data } })).data,
    valuesOf,
  })
  const health = useQuery(phraseHealthQuery(project))
  const healthOf = ({ query }: Keyword) =>
    health.data?.phrases.find(({ kind, phrase }) => kind === 'keyword' && phrase === query)
  const stateOf = (keyword: Keyword) => {
    const isTooCommon = health.data?.tooCommon.includes(keyword.query)
    return termState(keyword, isTooCommon ? 'tooCommon' : adviceOf(health.data, healthOf(keyword), Date.now()))
  }
  /** Excludes a word from a keyword's matches. */
  function exclude({ id, query }: Keyword, word: string): void {
    const without = excluding(query, word)
    if (without === null) return
    rows.change(id, { query: without })
    notify({ title: `“${query}” now excludes “${word}”`, undo: () => rows.change(id, { query }) })
  }
  return { ...rows, edits, health, healthOf, stateOf, exclude }
}

function useKeywordRows(project: string) {
  return useRows({
    key: ['keywords', project],
    find: (page: number, signal: AbortSignal) => {
      const filters = { project: { id: { $eq: project } }, kind: { $ne: 'competitor' } }
      const query = { filters, sort: 'createdAt:asc', pagination: { page, pageSize: 100 } }
      return call('keywordsFind', { query, signal })
    },
    create: (values: Pick<AddedKeyword, 'query' | 'kind' | 'status'> & Partial<AddedKeyword>) =>
      call('keywordsCreate', { body: { data: { project, ...values } } }),
    change: (id: string, values: Partial<Pick<Keyword, 'query' | 'status'> & { kind: Kind }>) =>
      call('keywordsUpdate', { id, body: { data: values } }),
    remove: (id: string) => call('keywordsDelete', { id }),
    valuesOf,
    nameOf: ({ query }) => query,
  })
}

/** Returns the values that recreate a keyword after an undo. */
function valuesOf(keyword: Keyword): AddedKeyword {
  const { query, kind, status, pausedBy, subredditsIn, subredditsOut, language, minScore } = keyword
  return {
    ...{ query, subredditsIn, subredditsOut, language, minScore },
    kind: kind === 'brand' ? 'brand' : 'problem',
    status: pausedBy === 'quota' ? 'active' : status,
  }
}

/** Returns the query with one more excluded word. Shows a notice and returns null if it gets too long. */
export function excluding(query: string, word: string): string | null {
  const without = leavingOut(query, word)
  if (without === null) {
    notify({ title: 'The keyword would be too long. Shorten it or split it into two.', color: 'red' })
  }
  return without
}
