import { type Feature, one, routes } from '#platform/server/feature.ts'
import { billingEndpoints } from '../contract.ts'
import { readProjectAccess } from './read-project-access.ts'
import { purchases, readInvoice, subscriptions } from './subscriptions.ts'

export const billingFeature: Feature = {
  name: 'billing',
  routes: [
    ...routes(billingEndpoints, {
      invoiceFind: (ctx, { id }) => readInvoice(ctx, { id }),
      projectAccess: (ctx, { id }) => one(readProjectAccess(ctx, { id })),
    }),
  ],
  readings: { subscriptions, purchases },
}
