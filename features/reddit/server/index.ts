/** What other features may use of this one. */
export { endings } from './api/outcome.ts'
export { feedsOf } from './feeds/feed-health.ts'
export { firstRealm, installedSources } from './installed-sources.ts'
