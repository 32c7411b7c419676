/** The part of this feature that other features may use. */
export { requireConfirmed } from './confirmed.ts'
export { requireFreshSession, requirePassword } from './proof.ts'
export { readFlags } from './read-flags.ts'
export { lockSignedIn } from './sessions/signed-in.ts'
export { returnAddress } from './social/apps.ts'
export { connectBudgets } from './social/social-budgets.ts'
export { apiToken, session } from './tables.ts'
export { passwordBudgets } from './throttle.ts'
