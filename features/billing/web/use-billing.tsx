import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasRight } from '#engine/rules/access.ts'
import { latestPurchase, type Purchase as PurchaseFacts } from '#engine/subscription/current.ts'
import type { CurrentAccess, CurrentProject } from '#platform/contract/session.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { accessQuery } from '#platform/web/session/access.ts'
import { useProject, useUser } from '#platform/web/session/project.ts'
import { membershipsQuery } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import type { SoldPlan, SoldPlans, Subscription } from '../contract.ts'
import { currentOf } from './current.ts'
import { plansQuery, purchasesQuery, subscriptionsQuery } from './queries.ts'

/** What is known about the billing of a project. */
export interface Billing {
  project: CurrentProject
  mode: SoldPlans['billing']
  access: CurrentAccess
  plans: SoldPlan[]
  /** Null if there is none, it can't be read, or the user may not read it. */
  subscription: Subscription | null
  /** Set if the subscriptions couldn't be read after three tries; then there is none (SPEC 8). */
  unread: { isFetching: boolean; retry: () => void } | null
  /** The latest pass; null also if the purchases couldn't be read (SPEC 8). */
  pass: PurchaseFacts | null
  /** Why the user may not see or change payments; null if they may. */
  locked: string | null
}

/** Fetches the billing of the current project, and shows its content once it is known. */
export function WithBilling({ children }: { children: (billing: Billing) => ReactNode }) {
  const project = useProject()
  const user = useUser()
  if (!project || !user) return <Waiting />
  return (
    <Known key={project.id} project={project} userId={user.id}>
      {children}
    </Known>
  )
}

interface KnownProps {
  project: CurrentProject
  userId: string
  children: (billing: Billing) => ReactNode
}

function Known({ project, userId, children }: KnownProps) {
  const memberships = useQuery(membershipsQuery)
  const role = memberships.data?.find((each) => each.project?.id === project.id)?.role
  const access = useQuery(accessQuery(project.id))
  const plans = useQuery(plansQuery)
  const mode = plans.data?.billing
  const enabled = role !== undefined && hasRight(role, 'readBilling') && mode !== undefined && mode !== 'off'
  const subscriptions = useQuery({ ...subscriptionsQuery(project, userId), enabled })
  const purchases = useQuery({ ...purchasesQuery(project.id), enabled })
  if (hasFailed(memberships)) return <FetchFailure query={memberships} title="Couldn't load your role" />
  if (hasFailed(access)) return <FetchFailure query={access} title="Couldn't load the subscription" />
  if (hasFailed(plans)) return <FetchFailure query={plans} title="Couldn't load the plans" />
  const isSubscriptionKnown = !enabled || subscriptions.data !== undefined || hasFailed(subscriptions)
  const isPurchaseKnown = !enabled || purchases.data !== undefined || hasFailed(purchases)
  if (!role || !access.data || !plans.data || !isSubscriptionKnown || !isPurchaseKnown) return <Waiting />
  const passes = (purchases.data ?? []).map(({ createdAt }) => ({
    projectId: project.id,
    createdAt: new Date(createdAt),
  }))
  return children({
    project,
    mode: plans.data.billing,
    access: access.data,
    plans: plans.data.plans,
    subscription: currentOf(project, userId, subscriptions.data ?? []),
    unread: hasFailed(subscriptions)
      ? { isFetching: subscriptions.isFetching, retry: () => void subscriptions.refetch() }
      : null,
    pass: latestPurchase(project.id, passes),
    locked: whyNot(role, 'changeBilling'),
  })
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      <Skeleton className="h-6 w-64" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

/** Returns the user's time zone, in which dates are shown (DECISIONS 19). */
export function useTimeZone(): string {
  return useUser()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}
