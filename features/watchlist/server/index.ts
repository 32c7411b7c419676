/** What other features may use of this one. */
export { insertCompetitors } from './competitors.ts'
export { insertKeywords, requireReadable } from './keywords.ts'
export { feedsChanged, lockWatchlist, shareWatchlist, startBackfill, watchlistChanged } from './project-watchlist.ts'
export { isLead, presentHit } from './sample-hit.ts'
export { phraseVersion } from './tables.ts'
