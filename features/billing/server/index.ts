/** The exports for other features. */
export {
  entitlementIn,
  entitlementOf,
  isInternalAdmin,
  mayUseArchivesFolder,
  projectEntitlement,
  projectEntitlements,
} from './access.ts'
export { grantAccess, withdrawAccess } from './access-grants.ts'
export { agencyGroundOf, isAgencyBoughtFor, requireAgency, requireNoOwnSubscription } from './agency.ts'
export { countMessage, messageAllowance, uncountMessage } from './credits/count-message.ts'
export { requireCredit, returnCredit, spendCredit } from './credits/credits.ts'
export { readUsage } from './credits/read-usage.ts'
export { keepToQuota, type Limited, requireRoom } from './quota-room.ts'
export { planChanged } from './reports/report.ts'
export { subscription } from './tables.ts'
