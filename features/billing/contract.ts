import { z } from 'zod'
import { billingCycles, billingModes, planKeys } from '#engine/subscription/plans.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, many, one } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'

const subscriptionStatuses = ['active', 'canceled', 'paused', 'past_due'] as const

/** A project's subscription, as last reported by the payment provider (SPEC 3); engine/subscription interprets it. */
export const Subscription = z.object({
  ...row,
  status: z.enum(subscriptionStatuses),
  scheduledChangeAction: z.enum(['pause', 'cancel']).nullable(),
  scheduledChangeEffectiveAt: z.iso.datetime().nullable(),
  /** The first item in the provider's catalog (DECISIONS 19). */
  mainProductId: z.string(),
  mainProductName: z.string(),
  billingCycle: z.enum(billingCycles).nullable(),
  /** When the next payment is due; null if none is. */
  nextBilledAt: z.iso.datetime().nullable(),
  /** The paying user. */
  user: Person.nullable().optional(),
  project: Project.optional(),
})
export type Subscription = z.infer<typeof Subscription>

/** A pass bought for a project (DECISIONS 17). */
export const Purchase = z.object({ ...row, user: Person.nullable().optional(), project: Project.optional() })
export type Purchase = z.infer<typeof Purchase>

const interval = z.enum(['atOnce', 'daily', 'weekly'])

const Quota = z.object({
  competitors: z.number().int(),
  keywords: z.number().int(),
  keywordsInterval: interval,
  mentionsInterval: interval,
  commentSuggestionCredits: z.number().int(),
  dailyDMs: z.number().int(),
})

/** Whether a project may be used and its quota, for any member (SPEC 6, DECISIONS 4, 17). */
export const ProjectAccess = z.object({
  granted: z.boolean(),
  by: z.enum(['billingOff', 'internalAdmin', 'subscription', 'pass']).nullable(),
  /** Why access is denied; null if it is granted. */
  reason: z.enum(['noSubscription', 'canceled', 'paused', 'passOver']).nullable(),
  plan: z.enum(planKeys).nullable(),
  /** Null means no limit. */
  quota: Quota.nullable(),
  /** Whether the current user may import from the server's archives folder. */
  archivesFolder: z.boolean(),
})
export type ProjectAccess = z.infer<typeof ProjectAccess>

/** The URL of an invoice; null if the provider didn't respond (DECISIONS 19). */
export const Invoice = z.object({ success: z.boolean(), invoiceUrl: z.string().nullable() })
export type Invoice = z.infer<typeof Invoice>

const FeatureText = z.object({ text: z.string(), coming: z.boolean() })

/** A plan as it is sold here, with the operator's prices (SPEC 3, 9). */
export const SoldPlan = z.object({
  key: z.enum(planKeys),
  name: z.string(),
  description: z.string(),
  features: z.object({
    inbound: z.array(FeatureText),
    outbound: z.array(FeatureText),
    others: z.array(FeatureText),
  }),
  mostPopular: z.boolean(),
  quota: Quota.nullable(),
  productId: z.string(),
  /** By billing cycle, in USD cents. A plan without a price isn't for sale. */
  prices: z.partialRecord(z.enum(billingCycles), z.object({ priceId: z.string(), amount: z.number().int() })),
})
export type SoldPlan = z.infer<typeof SoldPlan>

const SoldPlans = z.object({ billing: z.enum(billingModes), plans: z.array(SoldPlan) })
export type SoldPlans = z.infer<typeof SoldPlans>

/** open: not paid yet · paid: the payment arrived, and the project has access · failed: the payment was refused. */
export const checkoutStates = ['open', 'paid', 'failed'] as const

export const cancelReasons = [
  'tooExpensive',
  'missingFeature',
  'fewLeads',
  'anotherProduct',
  'pausing',
  'other',
] as const

/** How much of its quota a project has used. */
export const Usage = z.object({
  what: z.enum(['keywords', 'competitors', 'commentSuggestionCredits', 'dailyDMs']),
  used: z.number().int(),
  /** Null means no limit. */
  limit: z.number().int().nullable(),
  /** When the count starts again; null for entries that are kept. */
  renewsAt: z.iso.datetime().nullable(),
  /** How many will be used by then at the present rate; null without a period or with too little history. */
  forecast: z.number().int().nullable(),
  /** What is held back because the limit is reached: paused entries, or drafts that wait. */
  held: z.number().int(),
})
export type Usage = z.infer<typeof Usage>

/** A change of a project's suggestion credits. The entries of a period add up to what is left. */
export const CreditEntry = z.object({
  ...row,
  kind: z.enum(['granted', 'spent', 'returned', 'expired']),
  /** Positive if granted or returned. */
  amount: z.number().int(),
  left: z.number().int(),
  /** What it was spent on. */
  note: z.string(),
})
export type CreditEntry = z.infer<typeof CreditEntry>

const subscriptionsResource: Resource = {
  name: 'subscriptions',
  entity: Subscription,
  filterable: {
    ...identity,
    project: 'relation',
    user: 'relation',
    status: 'text',
    mainProductId: 'text',
    mainProductName: 'text',
  },
  sortable: [...dated, 'status', 'mainProductName'],
  relations: { project: projectsResource, user: users },
  cursor: false,
}

const purchasesResource: Resource = {
  name: 'purchases',
  entity: Purchase,
  filterable: { ...identity, project: 'relation', user: 'relation' },
  sortable: dated,
  relations: { project: projectsResource, user: users },
  cursor: false,
}

/** What was paid for. Payment itself happens on the provider's site. */
export const billingEndpoints = {
  subscriptionsFind: {
    method: 'GET',
    path: '/subscriptions',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    find: subscriptionsResource,
    answer: many(Subscription),
  },
  subscriptionsFindOne: {
    method: 'GET',
    path: '/subscriptions/:id',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    find: subscriptionsResource,
    answer: one(Subscription),
  },
  purchasesFind: {
    method: 'GET',
    path: '/purchases',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    find: purchasesResource,
    answer: many(Purchase),
  },
  purchasesFindOne: {
    method: 'GET',
    path: '/purchases/:id',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    find: purchasesResource,
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
  plansFind: { method: 'GET', path: '/plans', access: 'known', answer: one(SoldPlans) },
  usageFind: {
    method: 'GET',
    path: '/projects/:id/usage',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    answer: one(z.array(Usage)),
  },
  creditEntriesFind: {
    method: 'GET',
    path: '/projects/:id/credit-entries',
    access: 'signedIn',
    right: 'readProject',
    exempt: true,
    answer: many(CreditEntry),
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
