import { useQuery } from '@tanstack/react-query'
import { Button } from '#platform/ui/button.tsx'
import { Paged } from '#platform/web/api/paged.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { ownDeliveriesQuery } from '../queries.ts'
import { DeliveryRow } from '../rules/delivery-log.tsx'

/** The messages to the user in all their projects, and why others weren't sent. */
export function OwnLog() {
  const query = useQuery(ownDeliveriesQuery)
  return (
    <Section
      title="Delivery log"
      hint="The newest messages to you in all your projects, and the reason for each that wasn't sent."
      action={
        <Button size="small" busy={query.isFetching} onClick={() => !query.isFetching && void query.refetch()}>
          Refresh
        </Button>
      }
    >
      <RowsState
        name="the delivery log"
        query={query}
        empty={<p className="text-muted">Nothing sent yet. Messages to you appear here.</p>}
      >
        {(deliveries) => (
          <Paged label="Deliveries" rows={deliveries} pageSize={20}>
            {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} place={delivery.project.name} />}
          </Paged>
        )}
      </RowsState>
    </Section>
  )
}
