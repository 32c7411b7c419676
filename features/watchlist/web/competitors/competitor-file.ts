import { csvOf } from '#platform/contract/csv/write-csv.ts'
import type { Competitor, CompetitorEdits } from '../../contract.ts'
import type { CsvFormat } from '../files/file-menu.tsx'
import { listOf, listText } from '../files/lists.ts'
import { oneOf, type ReadRow, requireLength, subredditOf } from '../files/read-rows.ts'

export type AddedCompetitor = NonNullable<CompetitorEdits['add']>[number]

const competitorColumns = ['name', 'website', 'status', 'aliases', 'domains', 'subreddit', 'exclude_words']

/** Writes competitors to a CSV file. Those paused by quota are exported as active, as their owner intended. */
function competitorFile(competitors: readonly Competitor[]): string {
  const rows = competitors.map(({ name, website, status, pausedBy, aliases, domains, subreddit, excludeWords }) => [
    ...[name, website ?? '', pausedBy === 'quota' ? 'active' : status, listText(aliases), listText(domains)],
    ...[subreddit ?? '', listText(excludeWords)],
  ])
  return csvOf([competitorColumns, ...rows])
}

const readCompetitorRow: ReadRow<AddedCompetitor> = (cell) => ({
  name: requireLength('name', cell('name'), 100),
  website: cell('website') || null,
  status: oneOf('status', cell('status'), ['active', 'paused', 'retired']),
  aliases: listOf(cell('aliases')).map((alias) => requireLength('aliases', alias, 100)),
  domains: listOf(cell('domains')),
  subreddit: cell('subreddit') === '' ? null : subredditOf('subreddit', cell('subreddit')),
  excludeWords: listOf(cell('exclude_words')).map((word) => requireLength('exclude_words', word, 100)),
})

export const competitorCsv: CsvFormat<Competitor, AddedCompetitor> = {
  columns: competitorColumns,
  read: readCompetitorRow,
  nameOf: ({ name }) => name,
  write: competitorFile,
}
