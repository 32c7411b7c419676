import { useQuery } from '@tanstack/react-query'
import { suppressionWording } from '#engine/mail/wordings.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Icon } from '#platform/ui/icon.tsx'
import type { Conversation } from '../../contract.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { suppressionOfQuery } from '../mailboxes/queries.ts'
import { LinkPerson } from './link-person.tsx'

interface AddressCardProps {
  project: CurrentProject
  state: InboxState
  conversation: Conversation
  address: string
  now: number
}

/** The address of a conversation: whether it may get mail, and whose it is. */
export function AddressCard({ project, state, conversation, address, now }: AddressCardProps) {
  const { data: suppression } = useQuery(suppressionOfQuery(project.id, address))
  const { addressName, person, mailbox } = conversation
  return (
    <section aria-label="Address" className="flex flex-col gap-2">
      <div>
        {addressName && <h3 className="wrap-anywhere font-semibold">{addressName}</h3>}
        <p className="wrap-anywhere">{address}</p>
        {mailbox && <p className="wrap-anywhere text-muted text-sm">Writes to {mailbox.address}</p>}
      </div>
      {suppression && (
        <p className="flex gap-2 text-pretty text-danger text-sm">
          <Icon name="reject" className="mt-0.5" /> {suppressionWording(suppression.reason)}
        </p>
      )}
      {!person && state.mayChange && (
        <LinkPerson project={project} conversation={conversation} address={address} now={now} />
      )}
    </section>
  )
}
