import { type Feature, one, routes } from '#platform/server/feature.ts'
import { billingEndpoints } from '../contract.ts'
import { readPlans } from './plans.ts'
import { readProjectAccess } from './read-project-access.ts'
import { purchases, readInvoice, subscriptions } from './subscriptions.ts'

export const billingFeature: Feature = {
  name: 'billing',
  routes: [
    ...routes(billingEndpoints, {
      plansFind: (ctx) => one(readPlans(ctx)),
      projectAccess: (ctx, { id }) => one(readProjectAccess(ctx, { id })),
      invoiceFind: (ctx, { id }) => readInvoice(ctx, { id }),
    }),
  ],
  readings: { subscriptions, purchases },
}
