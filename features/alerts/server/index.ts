/** The exports for other features. */
export { addDefaultRules, applySetupAlerts } from './alert-rules.ts'
export { unsubscribeFromAlerts } from './unsubscribe.ts'
