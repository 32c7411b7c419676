/** The exports for other features. */
export { type ActiveProject, isActive, readActiveProjects } from './active-projects.ts'
export { brandNames } from './brand-names.ts'
export { insertWatchlist, insertWholeWatchlist } from './bulk-edits.ts'
export { requireReadable, requireSupportedLanguage } from './keywords.ts'
export {
  feedsChanged,
  lockFeeds,
  lockWatchlist,
  shareWatchlist,
  startBackfill,
  watchlistChanged,
} from './project-watchlist.ts'
export { keywordHealthOf } from './read-keyword-health.ts'
export { keyword, phraseVersion } from './tables.ts'
