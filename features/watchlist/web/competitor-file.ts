import type { Competitor, CompetitorEdits } from '../contract.ts'

import { csvOf, listOf, listText } from './csv.ts'
import { oneOf, type ReadRow, requireLength, subredditOf } from './rows-of-file.ts'

export type AddedCompetitor = NonNullable<CompetitorEdits['add']>[number]

export const competitorColumns = ['name', 'website', 'status', 'aliases', 'domains', 'subreddit', 'exclude_words']

/** Competitors as a file; one that waits for room is active in it, since that is what its owner wants. */
export function competitorFile(competitors: readonly Competitor[]): string {
  const rows = competitors.map(({ name, website, status, pausedBy, aliases, domains, subreddit, excludeWords }) => [
    ...[name, website ?? '', pausedBy === 'quota' ? 'active' : status, listText(aliases), listText(domains)],
    ...[subreddit ?? '', listText(excludeWords)],
  ])
  return csvOf([competitorColumns, ...rows])
}

export const readCompetitorRow: ReadRow<AddedCompetitor> = (cell) => ({
  name: requireLength('name', cell('name'), 100),
  website: cell('website') || null,
  status: oneOf('status', cell('status'), ['active', 'paused', 'retired']),
  aliases: listOf(cell('aliases')).map((alias) => requireLength('aliases', alias, 100)),
  domains: listOf(cell('domains')),
  subreddit: cell('subreddit') === '' ? null : subredditOf('subreddit', cell('subreddit')),
  excludeWords: listOf(cell('exclude_words')).map((word) => requireLength('exclude_words', word, 100)),
})
