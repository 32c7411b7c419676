/** What other features may use of this one. */
export { entitlementOfItself, mayUseArchivesFolder } from './access.ts'
export { keepToQuota, type Limited, requireRoom } from './quota-room.ts'
export { subscription } from './tables.ts'
