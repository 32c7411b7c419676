import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { passEnds } from '#engine/subscription/current.ts'
import { canModify, type DisplayState, dateText, displayState, stateMessage } from '#engine/subscription/state.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { paths } from '#platform/web/page/paths.ts'
import type { Subscription } from '../../contract.ts'
import { call } from '../api.ts'
import { isAgencyClient, planNamed, planOfSubscription } from '../current.ts'
import { cycleNames, momentText, stateBadges } from '../labels.ts'
import type { Order } from '../picker/plan-picker.tsx'
import { refreshBilling } from '../queries.ts'
import { type Billing, useTimeZone } from '../use-billing.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ResumeDialog } from './resume-dialog.tsx'

interface CurrentPlanProps {
  billing: Billing
  onOrder: (order: Order) => void
}

/** The current plan with the message of its state (SPEC 4), and what can be done with it. */
export function CurrentPlan({ billing, onOrder }: CurrentPlanProps) {
  const { subscription, unread, access, plans, project } = billing
  const timeZone = useTimeZone()
  const state = displayState(subscription)
  const badge = stateBadges[state]
  return (
    <Section title="Subscription">
      <div className="flex flex-col gap-4">
        {subscription && (
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-semibold text-lg">{planText(subscription, billing)}</span>
            <Badge look={badge.look}>{badge.text}</Badge>
          </p>
        )}
        <p className="text-pretty">{coveredText(billing) ?? stateMessage(subscription, timeZone)}</p>
        {unread && <UnreadLine isFetching={unread.isFetching} onRetry={unread.retry} />}
        <PassLine billing={billing} />
        <GrantLine access={billing.access} />
        {isAgencyClient(project) && subscription && (
          <p className="text-muted text-sm">
            This subscription pays for all your client projects. This project's plan:{' '}
            {planNamed(plans, access.plan)?.name ?? 'none'}.
          </p>
        )}
        {subscription ? (
          <Actions key={state} billing={billing} subscription={subscription} state={state} onOrder={onOrder} />
        ) : (
          access.granted &&
          !unread &&
          !isAgencyClient(project) && (
            <Link to={paths.pay} className={buttonClasses({ look: 'primary' }, 'self-start')}>
              Choose a plan
            </Link>
          )
        )}
      </div>
    </Section>
  )
}

/** Returns why a project is open without a subscription that the user can read, or null. */
function coveredText({ subscription, unread, access: { by } }: Billing): string | null {
  if (subscription || unread) return null
  if (by === 'internalAdmin') return 'You have access as an internal admin. No active subscription.'
  if (by === 'grant') return 'The operator of this server gave this project access. No active subscription.'
  if (by === 'subscription') return "The owner's Agency subscription pays for this project."
  return null
}

function planText(subscription: Subscription, { plans }: Billing): string {
  const name = planOfSubscription(plans, subscription)?.name ?? subscription.mainProductName
  return subscription.billingCycle ? `${name}, ${cycleNames[subscription.billingCycle]}` : name
}

function UnreadLine({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      <p className="text-danger">The subscription could not be read.</p>
      <Button size="small" busy={isFetching} onClick={isFetching ? undefined : onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** The latest pass, while it is valid or if it is the reason why the project is shut. */
function PassLine({ billing: { pass, access } }: { billing: Billing }) {
  const timeZone = useTimeZone()
  if (!pass || !(access.by === 'pass' || access.reason === 'passOver')) return null
  const at = momentText(passEnds(pass), timeZone)
  return <p>{access.by === 'pass' ? `Your 3-Day Pass is active until ${at}.` : `Your 3-Day Pass ended on ${at}.`}</p>
}

/** Until when the access lasts that the operator gave. */
function GrantLine({ access: { by, until } }: Pick<Billing, 'access'>) {
  const timeZone = useTimeZone()
  return by === 'grant' && until ? <p>It lasts until {momentText(new Date(until), timeZone)}.</p> : null
}

interface ActionsProps {
  billing: Billing
  subscription: Subscription
  state: DisplayState
  onOrder: (order: Order) => void
}

function Actions({ billing, subscription, state, onOrder }: ActionsProps) {
  const { project, plans } = billing
  const [asking, setAsking] = useState<'cancel' | 'resume' | null>(null)
  const { busy, error, send } = useSubmission()
  const close = () => setAsking(null)
  const resume = async () => {
    await call('subscriptionResume', { id: subscription.id })
    await refreshBilling(project.id)
  }
  const pause = () =>
    send(async () => {
      await call('subscriptionPause', { id: subscription.id })
      await refreshBilling(project.id)
      notify({ title: 'Pause scheduled', undo: () => void withErrorToast(resume) })
    })
  const plan = planOfSubscription(plans, subscription)
  const cycle = subscription.billingCycle ?? 'monthly'

  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {canModify(subscription) && (
          <>
            {!isAgencyClient(project) && (
              <Link to={paths.pay} className={buttonClasses({ look: 'primary' })}>
                Change plan
              </Link>
            )}
            <Button busy={busy} onClick={() => void pause()}>
              {busy ? 'Pausing…' : 'Pause'}
            </Button>
            <Button look="danger" onClick={() => setAsking('cancel')}>
              Cancel subscription…
            </Button>
          </>
        )}
        {(state === 'scheduledPause' || state === 'scheduledCancel') && (
          <Button look="primary" busy={busy} onClick={() => void send(resume)}>
            {busy ? 'Saving…' : 'Keep subscription'}
          </Button>
        )}
        {state === 'paused' && (
          <Button look="primary" onClick={() => setAsking('resume')}>
            Resume…
          </Button>
        )}
        {state === 'canceled' && plan?.prices[cycle] && (
          <Button look="primary" onClick={() => onOrder({ kind: 'buy', plan, billingCycle: cycle, reactivate: true })}>
            Reactivate {plan.name}
          </Button>
        )}
      </div>
      <Hint state={state} nextBilledAt={subscription.nextBilledAt} />
      <FormError>{error}</FormError>
      {asking === 'cancel' && <CancelDialog billing={billing} subscription={subscription} onClose={close} />}
      {asking === 'resume' && <ResumeDialog name={planText(subscription, billing)} onResume={resume} onClose={close} />}
    </>
  )
}

/** The effect of the actions above it. */
function Hint({ state, nextBilledAt }: { state: DisplayState; nextBilledAt: string | null }) {
  const timeZone = useTimeZone()
  const texts: Partial<Record<DisplayState, ReactNode>> = {
    active: `A pause or cancellation takes effect at the end of the paid period${nextBilledAt ? `, on ${dateText(nextBilledAt, timeZone)}` : ''}. Until then, nothing changes.`,
    scheduledPause: 'Until then, nothing changes. Your data is kept, and you can resume at any time.',
    scheduledCancel: 'Until then, nothing changes. Your data is kept afterwards.',
    paused: 'Your data is kept. Nothing is charged until you resume.',
    canceled: 'Your data is kept.',
  }
  const text = texts[state]
  return text ? <p className="text-pretty text-muted text-sm">{text}</p> : null
}
