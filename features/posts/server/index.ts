/** The exports for other features. */
export { firstCheck, noteSeenAgain, type SeenBy, seenBy } from './checks.ts'
export { withoutForgotten } from './forgotten.ts'
export { type Identity, identities, identityOf } from './identity.ts'
export { itemColumns, itemOf } from './items.ts'
export { derivedOfPosts, matchingPosts, postColumns } from './matching-posts.ts'
export { type CheckedPost, checkColumns, presentPost } from './present-post.ts'
export { post, postCheck } from './tables.ts'
