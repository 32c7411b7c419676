import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Pager } from '#platform/ui/lists/pager.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import { AddForm } from '#platform/web/forms/add-form.tsx'
import { SearchField } from '#platform/web/forms/search-field.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import type { MailSuppression } from '../../contract-mailboxes.ts'
import { call } from '../api.ts'
import { reasonNames } from './labels.ts'
import { suppressionPageSize, suppressionsQuery } from './queries.ts'

/** The addresses that get no mail from a project: searched, added, and removed. */
export function Suppressions({ projectId }: { projectId: string }) {
  const queryClient = useQueryClient()
  const role = useRole()
  const mayChange = role !== undefined && whyNot(role, 'changeOutreach') === null
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const query = useQuery({ ...suppressionsQuery(projectId, text, page), placeholderData: (before) => before })
  const { defer, isHidden } = useDeferred()
  const refetch = () => queryClient.invalidateQueries({ queryKey: ['mail-suppressions', projectId] })
  const remove = ({ id, address }: MailSuppression) =>
    defer({
      id,
      title: `${address} can be emailed again`,
      work: () => call('mailSuppressionsDelete', { id, keepalive: true }),
      after: refetch,
    })
  const total = query.data?.total ?? 0
  return (
    <Section
      title="Suppression list"
      hint="This project doesn't email these addresses. Earshot adds those that unsubscribe, bounce, or ask you to stop."
    >
      {mayChange && (
        <AddForm
          label="Add addresses"
          hint="Separate several with commas."
          placeholder="ada@example.com"
          maxLength={254}
          onAdd={async (address) => {
            await call('mailSuppressionsCreate', { body: { data: { project: projectId, address } } })
            await refetch()
          }}
        />
      )}
      {(total > 0 || text !== '') && (
        <SearchField
          id="search-suppressions"
          label="Search addresses"
          text={text}
          onSearch={(next) => {
            setText(next)
            setPage(1)
          }}
        />
      )}
      {hasFailed(query) && <FetchFailure query={query} title="Couldn't load the suppression list" />}
      {query.isPending && !hasFailed(query) && <Skeleton className="h-5 w-56" />}
      {query.data && total === 0 && (
        <p className="text-muted">
          {text === '' ? 'No suppressed addresses yet.' : 'No suppressed address contains this text.'}
        </p>
      )}
      {query.data && total > 0 && (
        <>
          <ul aria-label="Suppressed addresses" className="divide-y divide-line border-line border-y">
            {query.data.rows
              .filter(({ id }) => !isHidden(id))
              .map((row) => (
                <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
                  <div className="min-w-0 flex-1 basis-56">
                    <p className="wrap-anywhere font-medium">
                      {row.address} <Badge>{reasonNames[row.reason]}</Badge>
                    </p>
                    <p className="text-muted text-sm">
                      <time dateTime={row.createdAt} title={exactTime(row.createdAt)}>
                        {agoText(row.createdAt, Date.now())}
                      </time>
                      {row.createdBy && ` by ${row.createdBy.email}`}
                    </p>
                  </div>
                  {mayChange && <Remove row={row} mayInsist={isOfOwners(role)} onRemove={() => remove(row)} />}
                </li>
              ))}
          </ul>
          <Pager
            label="Suppressed addresses"
            page={page}
            pageSize={suppressionPageSize}
            total={total}
            onPage={setPage}
          />
        </>
      )}
    </Section>
  )
}

type Role = Parameters<typeof whyNot>[0]

/** Whoever may change the project may also write again to people who asked not to get mail. */
function isOfOwners(role: Role): boolean {
  return whyNot(role, 'changeProject') === null
}

interface RemoveProps {
  row: MailSuppression
  /** Whether the user may remove an address whose owner asked for it. */
  mayInsist: boolean
  onRemove: () => void
}

function Remove({ row: { address, reason }, mayInsist, onRemove }: RemoveProps) {
  const isWish = reason === 'unsubscribed' || reason === 'asked'
  const isLocked = isWish && !mayInsist
  return (
    <Button
      size="small"
      aria-label={`Remove ${address}`}
      disabled={isLocked}
      title={isLocked ? 'Only owners and admins can remove an address that asked you to stop.' : undefined}
      onClick={onRemove}
    >
      Remove
    </Button>
  )
}
