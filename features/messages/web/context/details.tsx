import { Suspense } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { useSlot } from '#platform/web/slots.ts'
import type { Conversation } from '../../contract.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { AddressCard } from '../mail/address-card.tsx'
import { LeadCard } from './lead-card.tsx'
import { PersonCard } from './person-card.tsx'
import { Triage } from './triage.tsx'

interface DetailsProps {
  project: CurrentProject
  state: InboxState
  conversation: Conversation
  now: number
}

/** What is known about a conversation: the person, the lead, who answers it, and the team's notes. */
export function Details({ project, state, conversation, now }: DetailsProps) {
  const PersonInCrm = useSlot('personInCrm')
  const PersonNotes = useSlot('personNotes')
  const { person, opportunity, address } = conversation
  return (
    <div className="flex flex-col gap-6">
      {address !== null && (
        <AddressCard project={project} state={state} conversation={conversation} address={address} now={now} />
      )}
      {person && (
        <>
          <PersonCard person={person} conversation={conversation} mayChange={state.mayChange} />
          <Suspense>
            <PersonInCrm projectId={project.id} personId={person.id} now={now} />
          </Suspense>
        </>
      )}
      {opportunity && <LeadCard lead={opportunity} now={now} />}
      <Triage project={project} state={state} conversation={conversation} />
      {person && (
        <Suspense>
          <PersonNotes projectId={project.id} personId={person.id} now={now} />
        </Suspense>
      )}
    </div>
  )
}
