import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { SoldPlan } from '../../contract.ts'
import { planNamed } from '../current.ts'
import { checkoutQuery } from '../queries.ts'
import { StatusLine } from './status-line.tsx'

/** The time in ms after which a payment counts as slow, or as failed: a card declined before may be reported last. */
const slowMs = 30_000
const failedMs = 10_000

/** Returns the address of the billing page after a payment; it survives a reload. */
export function returnPath(path: string, checkoutId: string): string {
  return `${path}?checkout=${checkoutId}`
}

/** The outcome of the payment named in the page's address, if any, as reported by the provider. */
export function CheckoutReturn({ project, plans }: { project: CurrentProject; plans: readonly SoldPlan[] }) {
  const [params, setParams] = useSearchParams()
  const id = params.get('checkout')
  if (id === null) return null
  const dismiss = () => {
    const rest = new URLSearchParams(params)
    rest.delete('checkout')
    setParams(rest, { replace: true })
  }
  return <Outcome key={id} id={id} project={project} plans={plans} onDismiss={dismiss} />
}

interface OutcomeProps {
  id: string
  project: CurrentProject
  plans: readonly SoldPlan[]
  onDismiss: () => void
}

function Outcome({ id, project, plans, onDismiss }: OutcomeProps) {
  const [since] = useState(() => Date.now())
  const query = useQuery(checkoutQuery(project.id, id))
  const waitedMs = query.dataUpdatedAt - since
  const isSlow = waitedMs > slowMs
  if (hasFailed(query)) {
    return (
      <StatusLine
        look="failed"
        onDismiss={onDismiss}
        action={
          <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        The payment couldn't be read. {query.error && messageOf(query.error)}
      </StatusLine>
    )
  }
  const { state = 'open', plan = null } = query.data ?? {}
  const name = planNamed(plans, plan)?.name ?? 'Your plan'
  if (state === 'paid') {
    return (
      <StatusLine look="good" onDismiss={onDismiss}>
        Payment received. {name} is active.
      </StatusLine>
    )
  }
  if (state === 'failed' && waitedMs > failedMs) {
    return (
      <StatusLine look="failed" onDismiss={onDismiss}>
        The payment failed, and you haven't been charged. Choose a plan to try again.
      </StatusLine>
    )
  }
  return (
    <StatusLine look="waiting" onDismiss={isSlow ? onDismiss : undefined}>
      Waiting for the confirmation of your payment…
      {isSlow && ' This takes longer than usual. You can leave this page: your plan starts when it arrives.'}
    </StatusLine>
  )
}
