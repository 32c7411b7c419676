import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Paged } from '#platform/web/api/paged.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import type { AlertDelivery } from '../../contract-deliveries.ts'
import { deliveryStates, momentText } from '../labels.ts'
import { deliveriesQuery } from '../queries.ts'

/** The messages that a project's rules sent, and why others weren't sent. */
export function DeliveryLog({ projectId }: { projectId: string }) {
  const query = useQuery(deliveriesQuery(projectId))
  return (
    <Section
      title="Delivery log"
      hint="The newest messages, and the reason for each that wasn't sent."
      action={
        <Button size="small" busy={query.isFetching} onClick={() => !query.isFetching && void query.refetch()}>
          Refresh
        </Button>
      }
    >
      <RowsState
        name="the delivery log"
        query={query}
        empty={<p className="text-muted">Nothing sent yet. Messages appear here as soon as a rule finds something.</p>}
      >
        {(deliveries) => (
          <Paged label="Deliveries" rows={deliveries} pageSize={20}>
            {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} place={<Addressee {...delivery} />} />}
          </Paged>
        )}
      </RowsState>
    </Section>
  )
}

/** To whom a message goes, with a link to the log of a webhook. */
function Addressee({ user, destination }: Pick<AlertDelivery, 'user' | 'destination'>) {
  if (!destination) return <>to {user?.email ?? 'a former member'}</>
  return (
    <>
      to{' '}
      <Link
        to={`${paths.projectIntegrations}?webhook=${destination.id}`}
        className="underline underline-offset-3 hover:text-ink"
      >
        {destination.name}
      </Link>
    </>
  )
}

interface DeliveryRowProps {
  delivery: Omit<AlertDelivery, 'user' | 'destination'>
  /** Where it goes, or where it comes from. */
  place: ReactNode
}

/** A message with its state, and the reason if it wasn't sent. */
export function DeliveryRow({ delivery, place }: DeliveryRowProps) {
  const { rule, sample, state, reason, dueAt, finishedAt, createdAt, finds } = delivery
  const { label, look } = deliveryStates[state]
  const at = finishedAt ?? createdAt
  const facts = [
    ...(sample ? ['sample'] : finds > 0 ? [finds === 1 ? '1 find' : `${finds} finds`] : []),
    ...(dueAt ? [`due ${momentText(dueAt)}`] : []),
  ]
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="wrap-anywhere">
          <span className="font-medium">{rule.name}</span> <Badge look={look}>{label}</Badge>
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {place}
          {facts.map((fact) => ` · ${fact}`)}
        </p>
        {reason && <p className="wrap-anywhere text-sm">{reason}</p>}
      </div>
      <time dateTime={at} title={exactTime(at)} className="tabular text-muted text-sm">
        {agoText(at, Date.now())}
      </time>
    </li>
  )
}
