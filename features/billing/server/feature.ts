import { type Feature, one, routes } from '#platform/server/feature.ts'
import { billingEndpoints } from '../contract.ts'
import { readCreditEntries, readUsage } from './credits/read-usage.ts'
import {
  cancelSubscription,
  changePlan,
  pauseSubscription,
  previewPlan,
  resumeSubscription,
  updatePaymentMethod,
} from './payments/change-subscription.ts'
import { checkouts, createCheckout, previewPrice, readCheckout, readCheckoutSettings } from './payments/checkouts.ts'
import { listInvoices, readInvoice } from './payments/invoices.ts'
import { reconcile } from './payments/reconcile.ts'
import { readPlans } from './plans.ts'
import { readProjectAccess } from './read-project-access.ts'
import { purchases, subscriptions } from './subscriptions.ts'
import { deleteOldBilling } from './upkeep.ts'

export const billingFeature: Feature = {
  name: 'billing',
  routes: [
    ...routes(billingEndpoints, {
      plansFind: (ctx) => one(readPlans(ctx)),
      projectAccess: (ctx, { id }) => one(readProjectAccess(ctx, { id })),
      checkoutSettings: (ctx) => one(readCheckoutSettings(ctx)),
      pricePreview: (ctx, { id, body }) => one(previewPrice(ctx, { id, ...body })),
      checkoutCreate: (ctx, { id, body }) => one(createCheckout(ctx, { id, ...body })),
      checkoutFindOne: (ctx, { id }) => one(readCheckout(ctx, { id })),
      planChangePreview: (ctx, { id, body }) => one(previewPlan(ctx, { id, ...body })),
      planChange: (ctx, { id, body }) => one(changePlan(ctx, { id, ...body })),
      subscriptionPause: (ctx, { id }) => one(pauseSubscription(ctx, { id })),
      subscriptionCancel: (ctx, { id, body }) => one(cancelSubscription(ctx, { id, ...body })),
      subscriptionResume: (ctx, { id }) => one(resumeSubscription(ctx, { id })),
      paymentMethodUpdate: (ctx, { id }) => one(updatePaymentMethod(ctx, { id })),
      invoicesFind: (ctx, { id }) => whole(listInvoices(ctx, { id })),
      invoiceFind: (ctx, { id }) => readInvoice(ctx, { id }),
      usageFind: (ctx, { id }) => one(readUsage(ctx, { id })),
      creditEntriesFind: (ctx, { id }) => whole(readCreditEntries(ctx, { id })),
    }),
  ],
  readings: { subscriptions, purchases, checkouts },
  // At night, when few people use the server.
  jobs: { reconcile: { run: reconcile, cron: '47 2 * * *', isIdle: ({ paddle }) => paddle === null } },
  upkeep: deleteOldBilling,
}

/** Returns a list that is sent as a whole, in Strapi's wrapper. */
async function whole<T>(rows: Promise<T[]>) {
  const data = await rows
  const total = data.length
  return { data, meta: { pagination: { page: 1, pageSize: total, pageCount: Math.min(1, total), total } } }
}
