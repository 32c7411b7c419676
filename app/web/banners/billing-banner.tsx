import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { latestPurchase, passEnds } from '#engine/subscription/current.ts'
import { currentOf } from '#features/billing/web/current.ts'
import { billingNotice } from '#features/billing/web/notice.ts'
import { purchasesQuery, subscriptionsQuery } from '#features/billing/web/queries.ts'
import { useTimeZone } from '#features/billing/web/use-billing.tsx'
import type { CurrentProject, SessionUser } from '#platform/contract/session.ts'
import { Banner } from '#platform/ui/banner.tsx'
import { buttonClasses } from '#platform/ui/button.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import { useDismissed } from './use-dismissed.ts'

interface BillingBannerProps {
  project: CurrentProject
  user: SessionUser
  /** What access rests on. */
  by: 'subscription' | 'pass'
  /** The banner to show if there is nothing to say about billing. */
  children: ReactNode
}

/** Says that a payment has failed, or that access ends soon, to members who can do something about it. */
export function BillingBanner({ project, user, by, children }: BillingBannerProps) {
  const may = useMay('readBilling') === true
  const subscriptions = useQuery({ ...subscriptionsQuery(project, user.id), enabled: may && by === 'subscription' })
  const purchases = useQuery({ ...purchasesQuery(project.id), enabled: may && by === 'pass' })
  const passes = (purchases.data ?? []).map((each) => ({ projectId: project.id, createdAt: new Date(each.createdAt) }))
  const pass = latestPurchase(project.id, passes)
  const notice = billingNotice({
    subscription: currentOf(project, user.id, subscriptions.data ?? []),
    passEndsAt: pass && passEnds(pass),
    now: Date.now(),
    timeZone: useTimeZone(),
  })
  const [isDismissed, dismiss] = useDismissed('sessionStorage', `billing ${project.id}`, notice?.key ?? '')
  const { pathname } = useLocation()
  if (!notice || isDismissed || pathname === paths.projectBilling) return children
  return (
    <Banner
      label="Billing"
      icon="plan"
      onDismiss={dismiss}
      actions={
        <Link to={paths.projectBilling} className={buttonClasses({ look: 'ghost', size: 'small' })}>
          {notice.action}
        </Link>
      }
    >
      {notice.text}
    </Banner>
  )
}
