/** The exports for other features. */

export { requireStorageRoom } from './imports/room.ts'
export { saveProjectPosts } from './imports/save-project-posts.ts'
export { ingest } from './ingest.ts'
export { draftOf, savePosts, sourceNumbers } from './posts/posts.ts'
export { hasShared, type SharedItem, sampleShared } from './posts/sample-shared.ts'
export { reduceRssBatches, scrubBatches } from './posts/scrub.ts'
export { isLead, presentHit } from './previews/sample-hit.ts'
export { countPush, lockPushSource, type PushSource, pushedIdentities } from './pushes/push-import.ts'
export { savePushed } from './pushes/save-pushed.ts'
export { imported, recent } from './tables.ts'
