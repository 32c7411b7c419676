/** What other features may use of this one. */
export { endings } from './api/outcome.ts'
export { firstCheck, noteSeenAgain, type SeenBy, seenBy } from './deletions/seen.ts'
export { type Identity, withoutForgotten } from './deletions/tombstones.ts'
export { feedsOf } from './feeds/feed-health.ts'
export { lockFeeds } from './feeds/lock-feeds.ts'
export { firstRealm, installedSources } from './installed-sources.ts'
export { postCheck } from './tables.ts'
