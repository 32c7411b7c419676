/** The exports for other features. */
export { isInternalAdmin, mayUseArchivesFolder, projectEntitlement } from './access.ts'
export { keepToQuota, type Limited, requireRoom } from './quota-room.ts'
export { subscription } from './tables.ts'
