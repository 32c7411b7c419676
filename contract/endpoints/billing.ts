import { Invoice, ProjectAccess, Purchase, Subscription } from '../billing.ts'
import { type Endpoint, many, one } from '../endpoint.ts'

/** What has been paid; paying itself is done with the provider. */
export const billingEndpoints = {
  subscriptionsFind: {
    method: 'GET',
    path: '/subscriptions',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    find: 'subscriptions',
    answer: many(Subscription),
  },
  subscriptionsFindOne: {
    method: 'GET',
    path: '/subscriptions/:id',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    find: 'subscriptions',
    answer: one(Subscription),
  },
  purchasesFind: {
    method: 'GET',
    path: '/purchases',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    find: 'purchases',
    answer: many(Purchase),
  },
  purchasesFindOne: {
    method: 'GET',
    path: '/purchases/:id',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    find: 'purchases',
    answer: one(Purchase),
  },
  invoiceFind: {
    method: 'GET',
    path: '/purchases/invoice/:id',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    answer: Invoice,
  },
  projectAccess: {
    method: 'GET',
    path: '/projects/:id/access',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    answer: one(ProjectAccess),
  },
} as const satisfies Record<string, Endpoint>
