/** The exports for other features. */
export { addDefaultRules } from './alert-rules.ts'
export { unsubscribeFromAlerts } from './unsubscribe.ts'
