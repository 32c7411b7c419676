/** The exports for other features. */

export { saveProjectPosts } from './imports/save-project-posts.ts'
export { ingest } from './ingest.ts'
export { draftOf, savePosts } from './posts/posts.ts'
export { hasShared, type SharedItem, sampleShared } from './posts/sample-shared.ts'
export { reduceRssBatches, scrubBatches } from './posts/scrub.ts'
export { isLead, presentHit } from './previews/sample-hit.ts'
export { imported, recent } from './tables.ts'
