/** The exports for other features. */
export { isInternalAdmin, mayUseArchivesFolder, projectEntitlement } from './access.ts'
export { countMessage } from './credits/count-message.ts'
export { returnCredit, spendCredit } from './credits/credits.ts'
export { keepToQuota, type Limited, requireRoom } from './quota-room.ts'
export { subscription } from './tables.ts'
