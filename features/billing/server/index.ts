/** What other features may use of this one. */
export { mayUseArchivesFolder, projectEntitlement } from './access.ts'
export { keepToQuota, type Limited, requireRoom } from './quota-room.ts'
export { subscription } from './tables.ts'
