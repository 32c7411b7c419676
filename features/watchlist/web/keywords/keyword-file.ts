import { parseQuery } from '#engine/query/parse.ts'
import { csvOf } from '#platform/contract/csv/write-csv.ts'
import type { Keyword, KeywordEdits } from '../../contract.ts'
import type { CsvFormat } from '../files/file-menu.tsx'
import { listOf, listText } from '../files/lists.ts'
import { oneOf, type ReadRow, RowFault, requireLength, subredditOf } from '../files/read-rows.ts'

export type AddedKeyword = NonNullable<KeywordEdits['add']>[number]

const keywordColumns = ['query', 'kind', 'status', 'subreddits_in', 'subreddits_out', 'language', 'min_score']

/** Writes keywords to a CSV file. Those paused by quota are exported as active, as their owner intended. */
function keywordFile(keywords: readonly Keyword[]): string {
  const rows = keywords.map((keyword) => {
    const { query, kind, status, pausedBy, subredditsIn, subredditsOut, language, minScore } = keyword
    return [
      ...[query, kind, pausedBy === 'quota' ? 'active' : status, listText(subredditsIn), listText(subredditsOut)],
      ...[language ?? '', minScore === null ? '' : String(minScore)],
    ]
  })
  return csvOf([keywordColumns, ...rows])
}

const readKeywordRow: ReadRow<AddedKeyword> = (cell) => {
  const query = requireLength('query', cell('query'), 500)
  const parsed = parseQuery(query, 'keyword')
  if (parsed.state === 'faulty') throw new RowFault(`${parsed.fault.cause}. Try: ${parsed.fault.proposal}`)
  const communities = (column: string) => listOf(cell(column)).map((name) => subredditOf(column, name))
  return {
    query,
    kind: oneOf('kind', cell('kind'), ['problem', 'brand']),
    status: oneOf('status', cell('status'), ['active', 'paused']),
    subredditsIn: communities('subreddits_in'),
    subredditsOut: communities('subreddits_out'),
    language: languageOf(cell('language')),
    minScore: scoreOf(cell('min_score')),
  }
}

export const keywordCsv: CsvFormat<Keyword, AddedKeyword> = {
  columns: keywordColumns,
  read: readKeywordRow,
  nameOf: ({ query }) => query,
  write: keywordFile,
}

function languageOf(cell: string): string | null {
  if (cell === '') return null
  if (!/^[a-z]{2}$/i.test(cell)) throw new RowFault(`language is “${cell}” but must be a code such as en or de`)
  return cell.toLowerCase()
}

function scoreOf(cell: string): number | null {
  if (cell === '') return null
  if (!/^\d{1,7}$/.test(cell) || Number(cell) > 1_000_000)
    throw new RowFault(`min_score is “${cell}” but must be a number`)
  return Number(cell)
}
