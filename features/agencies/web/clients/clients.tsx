import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Paged } from '#platform/web/api/paged.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import type { Agency, ClientProject } from '../../contract.ts'
import { agencyQuery, clientsQuery } from '../queries.ts'
import { AddClient } from './add-client.tsx'
import { ClientItem } from './client-item.tsx'

/** Client projects per page; with more of them, a search field is shown. */
const pageSize = 20

/** The projects of an agency's clients, with what waits in each. */
export function Clients() {
  const agency = useQuery(agencyQuery)
  const clients = useQuery(clientsQuery)
  if (hasFailed(agency)) return <FetchFailure query={agency} title="Couldn't load your agency" />
  if (hasFailed(clients)) return <FetchFailure query={clients} title="Couldn't load your client projects" />
  if (!agency.data || !clients.data) return <Waiting />
  return <Known agency={agency.data} clients={clients.data} now={clients.dataUpdatedAt} />
}

function Known({ agency, clients, now }: { agency: Agency; clients: readonly ClientProject[]; now: number }) {
  const [adding, setAdding] = useState(false)
  const [wanted, setWanted] = useState('')
  const words = wanted.trim().toLowerCase()
  const shown = clients.filter(({ name, website }) => `${name} ${website ?? ''}`.toLowerCase().includes(words))
  const add = (
    <Button look="primary" disabled={!agency.granted} onClick={() => setAdding(true)}>
      <Icon name="add" /> Add client
    </Button>
  )
  return (
    <div className="flex flex-col gap-5">
      {!agency.granted && <NoSubscription hasClients={clients.length > 0} />}
      {clients.length === 0 ? (
        <EmptyState title="No client projects yet" action={add}>
          Each client gets a project with its own keywords, limits, and reports. One Agency subscription pays for all.
        </EmptyState>
      ) : (
        <>
          <div
            className={`flex flex-wrap justify-between gap-3 ${clients.length > pageSize ? 'items-end' : 'items-center'}`}
          >
            {clients.length > pageSize ? (
              <Field label="Find a client project" className="min-w-0 flex-1">
                {(control) => (
                  <Input
                    {...control}
                    type="search"
                    value={wanted}
                    onChange={(event) => setWanted(event.target.value)}
                    placeholder="Name or website"
                  />
                )}
              </Field>
            ) : (
              <p className="text-muted">
                {clients.length === 1 ? '1 client project' : `${clients.length} client projects`}
              </p>
            )}
            {add}
          </div>
          {shown.length === 0 && <p className="text-muted">No matching client projects.</p>}
          <Paged label="Client projects" rows={shown} pageSize={pageSize}>
            {(client) => <ClientItem key={client.id} client={client} now={now} />}
          </Paged>
        </>
      )}
      {adding && <AddClient onClose={() => setAdding(false)} />}
    </div>
  )
}

function NoSubscription({ hasClients }: { hasClients: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <Locked>
          {hasClients
            ? 'Your Agency subscription is not active. Renew it to add client projects.'
            : 'Client projects need an active Agency subscription. Choose the Agency plan for one of your projects.'}
        </Locked>
      </div>
      <Link to={paths.pay} className={buttonClasses({ look: 'outline' })}>
        See plans
      </Link>
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-36 w-full rounded-xl" />
      ))}
    </div>
  )
}
