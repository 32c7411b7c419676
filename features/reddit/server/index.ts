/** What other features may use of this one. */
export { endings } from './api/outcome.ts'
export { firstCheck, noteSeenAgain, type SeenBy, seenBy } from './deletions/seen.ts'
export { type Identity, withoutForgotten } from './deletions/tombstones.ts'
export { placesOf } from './feeds/place-health.ts'
export { takePlacesTurn } from './feeds/places-turn.ts'
export { firstRealm, installedSources } from './installed-sources.ts'
export { postCheck } from './tables.ts'
