/** What other features may use of this one. */
export { forgetMentions } from './forget-mentions.ts'
export { mention } from './tables.ts'
export { withdrawMentions, writeMentions } from './write-mentions.ts'
