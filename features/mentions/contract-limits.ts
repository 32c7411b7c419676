// Limits of the contract, without its schemas, which would make the screens that show them load Zod.

/** The most mentions handled by one call. */
export const handledMax = 500

/** What a project doesn't want to see mentions of: a thread with its comments, an author, or a community. */
export const muteKinds = ['thread', 'author', 'community'] as const
