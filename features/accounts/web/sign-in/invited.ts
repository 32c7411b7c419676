import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { InvitationFacts } from '#features/team/contract.ts'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { call } from '../api.ts'
import { invitationIn, readInvitation } from './invitation.ts'

/** An invitation in the address of a page, and what it says as far as that is known. `over` is for good. */
export type Invited = { text: string } & (
  | { state: 'reading' }
  | { state: 'open'; facts: InvitationFacts }
  | { state: 'over' | 'unread'; message: string }
)

/** What an invitation says. It is asked for once, since people wait for it before they are asked anything. */
const invitedQuery = (text: string | null) => {
  const invitation = readInvitation(text)
  return queryOptions({
    queryKey: ['invitation', text],
    staleTime: 60_000,
    retry: false,
    // The form that waits for the outcome asks for it too: its coming must not start it all over.
    retryOnMount: false,
    queryFn: invitation
      ? async ({ signal }) => {
          const { id, token } = invitation
          return (await call('invitationFindOne', { id, query: { token }, signal })).data
        }
      : skipToken,
  })
}

/** The invitation that the page was opened with; null where there is none. */
export function useInvited(): Invited | null {
  const text = invitationIn(useSearchParams()[0])
  const { data: facts, error } = useQuery(invitedQuery(text))
  if (text === null) return null
  if (facts) return { text, state: 'open', facts }
  if (!error) return { text, state: 'reading' }
  const isOver = error instanceof CallError && error.status === 404
  return { text, state: isOver ? 'over' : 'unread', message: messageOf(error) }
}

/** The address that somebody is invited at; empty where that is not known. */
export function emailOf(invited: Invited | null): string {
  return invited?.state === 'open' ? invited.facts.email : ''
}
