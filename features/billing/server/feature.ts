import { type Feature, one, routes } from '#platform/server/feature.ts'
import { billingEndpoints } from '../contract.ts'
import { readCreditEntries, readUsage } from './credits/read-usage.ts'
import { readPlans } from './plans.ts'
import { readProjectAccess } from './read-project-access.ts'
import { purchases, readInvoice, subscriptions } from './subscriptions.ts'
import { deleteOldBilling } from './upkeep.ts'

export const billingFeature: Feature = {
  name: 'billing',
  routes: [
    ...routes(billingEndpoints, {
      plansFind: (ctx) => one(readPlans(ctx)),
      projectAccess: (ctx, { id }) => one(readProjectAccess(ctx, { id })),
      invoiceFind: (ctx, { id }) => readInvoice(ctx, { id }),
      usageFind: (ctx, { id }) => one(readUsage(ctx, { id })),
      creditEntriesFind: (ctx, { id }) => whole(readCreditEntries(ctx, { id })),
    }),
  ],
  readings: { subscriptions, purchases },
  upkeep: deleteOldBilling,
}

/** Returns a list that is sent as a whole, in Strapi's wrapper. */
async function whole<T>(rows: Promise<T[]>) {
  const data = await rows
  const total = data.length
  return { data, meta: { pagination: { page: 1, pageSize: total, pageCount: Math.min(1, total), total } } }
}
