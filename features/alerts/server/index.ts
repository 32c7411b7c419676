/** The exports for other features. */
export { addDefaultRules, applySetupAlerts, insertAlertRules } from './alert-rules.ts'
export { unsubscribeFromAlerts } from './unsubscribe.ts'
