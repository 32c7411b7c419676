/** The exports for other features. */
export { forgetMentions } from './forget-mentions.ts'
export { latestSpikes } from './mention-trends.ts'
export { type MentionWithPost, mentionsWithPosts } from './mentions-file.ts'
export { forgetMutes, isMuted } from './mutes.ts'
export { mention } from './tables.ts'
export { withdrawMentions, writeMentions } from './write-mentions.ts'
