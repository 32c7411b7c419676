/** The exports for other features. */
export { insertPrompts } from './prompts.ts'
