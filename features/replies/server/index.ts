/** The exports for other features. */
export { insertCannedReplies } from './canned-replies.ts'
export { insertPrompts } from './prompts.ts'
