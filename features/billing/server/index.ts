/** The exports for other features. */
export { isInternalAdmin, mayUseArchivesFolder, projectEntitlement, projectEntitlements } from './access.ts'
export { grantAccess, withdrawAccess } from './access-grants.ts'
export { countMessage, messageAllowance, uncountMessage } from './credits/count-message.ts'
export { requireCredit, returnCredit, spendCredit } from './credits/credits.ts'
export { keepToQuota, type Limited, requireRoom } from './quota-room.ts'
export { subscription } from './tables.ts'
