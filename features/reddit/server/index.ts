/** The part of this feature that other features may use. */
export { endings } from './api/outcome.ts'
export { feedsOf } from './feeds/feed-health.ts'
export { firstRealm, installedSources } from './installed-sources.ts'
