import { queryOptions } from '@tanstack/react-query'
import type { BillingCycle, PlanKey } from '#engine/subscription/plans.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { accessQuery } from '#platform/web/session/access.ts'
import { projectsQuery } from '#platform/web/session/project.ts'
import type {
  Checkout,
  CreditEntry,
  InvoiceLine,
  PlanChange,
  PricePreview,
  Purchase,
  SoldPlans,
  Subscription,
  Usage,
} from '../contract.ts'
import { call } from './api.ts'
import { isAgencyClient } from './current.ts'

/** The plans as they are sold here. They change only with the server's configuration. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<SoldPlans> => (await call('plansFind', { signal })).data,
})

/**
 * Returns the project's subscriptions, newest first; for an agency's client project, the user's own for an agency (SPEC
 * 4, 7).
 */
export function subscriptionsQuery(project: CurrentProject, userId: string) {
  const filters = isAgencyClient(project)
    ? { user: { id: { $eq: userId } }, mainProductName: { $contains: 'Agency' } }
    : { project: { id: { $eq: project.id } } }
  return queryOptions({
    queryKey: ['billing', project.id, 'subscriptions', filters],
    queryFn: async ({ signal }): Promise<Subscription[]> => {
      const query = { filters, sort: 'createdAt:desc', populate: ['user'], pagination: { pageSize: 100 } }
      return (await call('subscriptionsFind', { query, signal })).data
    },
  })
}

export function purchasesQuery(projectId: string) {
  const filters = { project: { id: { $eq: projectId } } }
  return queryOptions({
    queryKey: ['billing', projectId, 'purchases'],
    queryFn: async ({ signal }): Promise<Purchase[]> => {
      const query = { filters, sort: 'createdAt:desc', pagination: { pageSize: 100 } }
      return (await call('purchasesFind', { query, signal })).data
    },
  })
}

export function invoicesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['billing', projectId, 'invoices'],
    queryFn: async ({ signal }): Promise<InvoiceLine[]> => (await call('invoicesFind', { id: projectId, signal })).data,
  })
}

export function usageQuery(projectId: string) {
  return queryOptions({
    queryKey: ['billing', projectId, 'usage'],
    queryFn: async ({ signal }): Promise<Usage[]> => (await call('usageFind', { id: projectId, signal })).data,
  })
}

export function creditEntriesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['billing', projectId, 'credits'],
    queryFn: async ({ signal }): Promise<CreditEntry[]> =>
      (await call('creditEntriesFind', { id: projectId, signal })).data,
  })
}

export interface Choice {
  plan: PlanKey
  billingCycle: BillingCycle
  code?: string | undefined
  reactivate?: boolean
}

/** How long a preview stays valid, in ms. Each costs a request to the provider, which limits them. */
const previewMs = 60_000

/** The price of a first payment. The code is checked by the server. */
export function pricePreviewQuery(projectId: string, choice: Choice) {
  return queryOptions({
    queryKey: ['price-preview', projectId, choice],
    staleTime: previewMs,
    retry: false,
    queryFn: async ({ signal }): Promise<PricePreview> =>
      (await call('pricePreview', { id: projectId, body: { data: choice }, signal })).data,
  })
}

/** The effects of a change of plan, computed anew each time because the proration changes with time. */
export function planChangePreviewQuery(subscriptionId: string, choice: Choice) {
  const { plan, billingCycle } = choice
  return queryOptions({
    queryKey: ['plan-preview', subscriptionId, plan, billingCycle],
    staleTime: previewMs,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<PlanChange> =>
      (await call('planChangePreview', { id: subscriptionId, body: { data: { plan, billingCycle } }, signal })).data,
  })
}

/**
 * The time in ms between two looks at a payment, up to so many looks: most are confirmed within a second. A project
 * without access has no stream.
 */
const pollsMs = [
  { upTo: 5, ms: 500 },
  { upTo: 60, ms: 2000 },
]
const latePollMs = 30_000

/**
 * A started payment, polled until it is paid. Also after a failure, because the user may have chosen another card in the
 * overlay since.
 */
export function checkoutQuery(projectId: string, id: string) {
  return queryOptions({
    queryKey: ['checkout', id],
    queryFn: async ({ signal }): Promise<Checkout> => {
      const { data } = await call('checkoutFindOne', { id, signal })
      if (data.state === 'paid') await refreshBilling(projectId)
      return data
    },
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      if (data?.state === 'paid' || (error && !data)) return false
      return pollsMs.find(({ upTo }) => dataUpdateCount < upTo)?.ms ?? latePollMs
    },
  })
}

/** Fetches again what a payment or a change of the subscription affects. */
export async function refreshBilling(projectId: string): Promise<void> {
  const keys = [
    accessQuery(projectId).queryKey,
    ['billing', projectId],
    projectsQuery.queryKey,
    ['keywords', projectId],
    ['competitors', projectId],
  ]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
