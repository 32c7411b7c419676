import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { InvitationFacts } from '#features/team/contract.ts'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { call } from '../api.ts'
import { invitationIn, readInvitation } from './invitation.ts'

/** The invitation in the page's URL, and its details once loaded. `over` is final. */
export type Invited = { text: string } & (
  | { state: 'reading' }
  | { state: 'open'; facts: InvitationFacts }
  | { state: 'over' | 'unread'; message: string }
)

/** Loads an invitation. Doesn't retry, since the user waits for it before the form appears. */
const invitedQuery = (text: string | null) => {
  const invitation = readInvitation(text)
  return queryOptions({
    queryKey: ['invitation', text],
    staleTime: 60_000,
    retry: false,
    // The form that appears after a failure uses this query too. Mounting it must not restart the request.
    retryOnMount: false,
    queryFn: invitation
      ? async ({ signal }) => {
          const { id, token } = invitation
          return (await call('invitationFindOne', { id, query: { token }, signal })).data
        }
      : skipToken,
  })
}

/** Returns the invitation in the page's URL; null if there is none. */
export function useInvited(): Invited | null {
  const text = invitationIn(useSearchParams()[0])
  const { data: facts, error } = useQuery(invitedQuery(text))
  if (text === null) return null
  if (facts) return { text, state: 'open', facts }
  if (!error) return { text, state: 'reading' }
  const isOver = error instanceof CallError && error.status === 404
  return { text, state: isOver ? 'over' : 'unread', message: messageOf(error) }
}

/** Returns the invited address; empty if it is unknown. */
export function emailOf(invited: Invited | null): string {
  return invited?.state === 'open' ? invited.facts.email : ''
}
