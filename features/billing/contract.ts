import { z } from 'zod'
import { billingCycles, billingModes, planKeys } from '#engine/subscription/plans.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, one } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { sound, text } from '#platform/contract/texts.ts'

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
  by: z.enum(['billingOff', 'internalAdmin', 'subscription', 'pass', 'grant']).nullable(),
  /** Why access is denied; null if it is granted. */
  reason: z.enum(['noSubscription', 'canceled', 'paused', 'passOver']).nullable(),
  plan: z.enum(planKeys).nullable(),
  /** Null means no limit. */
  quota: Quota.nullable(),
  /** When the access that an internal admin gave ends; only with such access. */
  until: instant.optional(),
  /** Whether the current user may import from the server's archives folder. */
  archivesFolder: z.boolean(),
})
export type ProjectAccess = z.infer<typeof ProjectAccess>

/** The URL of an invoice; null if the provider didn't respond (DECISIONS 19). */
export const Invoice = z.object({ success: z.boolean(), invoiceUrl: z.string().nullable() })
export type Invoice = z.infer<typeof Invoice>

const Money = z.object({
  /** In the currency's smallest unit; a credit is negative. */
  amount: z.number().int(),
  currency: z.string(),
})

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

/** A code for a discount, as the user typed it. */
const code = text(64)

const choice = { plan: z.enum(planKeys), billingCycle: z.enum(billingCycles) }

/** The price of a first payment and of the following ones, with tax where the provider knows the country. */
export const PricePreview = z.object({
  subtotal: Money,
  discount: Money,
  tax: Money,
  total: Money,
  /** Null for a one-time payment. */
  recurring: Money.nullable(),
})
export type PricePreview = z.infer<typeof PricePreview>

/** open: not paid yet · paid: the payment arrived, and the project has access · failed: the payment was refused. */
export const checkoutStates = ['open', 'paid', 'failed'] as const

/** A payment that a user started for a project. The browser opens the provider's overlay with it. */
export const Checkout = z.object({
  ...row,
  state: z.enum(checkoutStates),
  ...choice,
  /** The provider's transaction, for the overlay. */
  transactionId: z.string(),
})
export type Checkout = z.infer<typeof Checkout>

/** What the browser needs to open the provider's overlay. */
export const CheckoutSettings = z.object({
  /** The address of the provider's script. */
  scriptUrl: z.string(),
  clientToken: z.string(),
  environment: z.enum(['sandbox', 'production']),
})
export type CheckoutSettings = z.infer<typeof CheckoutSettings>

/** What a change of plan costs now, and what it pauses (DECISIONS 19). */
export const PlanChange = z.object({
  /** Charged now if positive; if negative, credited toward the next payments. */
  dueNow: Money,
  next: Money.nullable(),
  nextBilledAt: z.iso.datetime().nullable(),
  /** How many active entries the new plan has no room for. They are paused, newest first, and never deleted. */
  paused: z.object({ keywords: z.number().int(), competitors: z.number().int() }),
})
export type PlanChange = z.infer<typeof PlanChange>

export const cancelReasons = [
  'tooExpensive',
  'missingFeature',
  'fewLeads',
  'anotherProduct',
  'pausing',
  'other',
] as const

/** A row in the list of invoices: a transaction of the provider. GET /purchases/invoice/{id} returns its PDF. */
export const InvoiceLine = z.object({
  ...row,
  description: z.string(),
  total: Money,
  state: z.enum(['paid', 'due', 'refunded', 'partlyRefunded']),
  number: z.string().nullable(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

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
  /** The lead of the suggestion or prompt test; null for others, and once the suggestion is deleted. */
  opportunity: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  /** Who spent it; null if nobody did, or if they are no longer a member. */
  createdBy: Person.nullable(),
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
  checkoutSettings: {
    method: 'GET',
    path: '/checkout-settings',
    access: 'signedIn',
    right: 'changeBilling',
    exempt: true,
    answer: one(CheckoutSettings),
  },
  pricePreview: {
    method: 'POST',
    path: '/projects/:id/price-previews',
    access: 'inPerson',
    right: 'changeBilling',
    exempt: true,
    body: envelope(z.strictObject({ ...choice, code: code.optional(), reactivate: z.boolean().default(false) })),
    answer: one(PricePreview),
  },
  checkoutCreate: {
    method: 'POST',
    path: '/projects/:id/checkouts',
    access: 'inPerson',
    right: 'changeBilling',
    exempt: true,
    body: envelope(z.strictObject({ ...choice, code: code.optional(), reactivate: z.boolean().default(false) })),
    answer: one(Checkout),
    status: 201,
  },
  checkoutFindOne: {
    method: 'GET',
    path: '/checkouts/:id',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    answer: one(Checkout),
  },
  planChangePreview: {
    method: 'POST',
    path: '/subscriptions/:id/plan-previews',
    access: 'inPerson',
    right: 'changeBilling',
    exempt: true,
    body: envelope(z.strictObject(choice)),
    answer: one(PlanChange),
  },
  planChange: {
    method: 'PUT',
    path: '/subscriptions/:id/plan',
    access: 'inPerson',
    right: 'changeBilling',
    exempt: true,
    body: envelope(z.strictObject(choice)),
    answer: one(Subscription),
  },
  subscriptionPause: {
    method: 'PUT',
    path: '/subscriptions/:id/pause',
    access: 'inPerson',
    right: 'changeBilling',
    exempt: true,
    answer: one(Subscription),
  },
  subscriptionCancel: {
    method: 'PUT',
    path: '/subscriptions/:id/cancellation',
    access: 'inPerson',
    right: 'changeBilling',
    exempt: true,
    body: envelope(z.strictObject({ reason: z.enum(cancelReasons), comment: sound.trim().max(2000).default('') })),
    answer: one(Subscription),
  },
  /** Takes back a scheduled pause or cancellation, or resumes a paused subscription at once. */
  subscriptionResume: {
    method: 'PUT',
    path: '/subscriptions/:id/resumption',
    access: 'inPerson',
    right: 'changeBilling',
    exempt: true,
    answer: one(Subscription),
  },
  /** Returns the transaction with which the overlay asks for another card. */
  paymentMethodUpdate: {
    method: 'POST',
    path: '/subscriptions/:id/payment-method-updates',
    access: 'inPerson',
    right: 'changeBilling',
    exempt: true,
    answer: one(z.object({ transactionId: z.string() })),
  },
  invoicesFind: {
    method: 'GET',
    path: '/projects/:id/invoices',
    access: 'signedIn',
    right: 'readBilling',
    exempt: true,
    answer: many(InvoiceLine),
  },
  usageFind: {
    method: 'GET',
    path: '/projects/:id/usage',
    access: 'signedIn',
    right: 'readMembers',
    exempt: true,
    answer: one(z.array(Usage)),
  },
  creditEntriesFind: {
    method: 'GET',
    path: '/projects/:id/credit-entries',
    access: 'signedIn',
    right: 'readMembers',
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
