import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { agoText } from '#platform/web/text/age.ts'
import type { RedditPerson } from '../../contract.ts'
import type { GivenEmail } from '../../contract-people.ts'
import { call, changes } from '../api.ts'
import { conversationPath } from './conversation-path.ts'
import { emailMessageQuery, emailsQuery } from './queries.ts'

interface EmailProps {
  person: RedditPerson
  projectId: string
  mayChange: boolean
  now: number
}

/** The address that a person gave, with the message that shows it, or the addresses in what they wrote. */
export function Email({ person, projectId, mayChange, now }: EmailProps) {
  const queryClient = useQueryClient()
  const { email, emailMessageId } = person
  const { data: given = [] } = useQuery({ ...emailsQuery(person.id), enabled: email === null })

  async function send(work: () => Promise<unknown>, title: string): Promise<void> {
    if (await withErrorToast(() => changes.send(work))) notify({ title })
    for (const key of [
      ['people', projectId],
      ['person', person.id],
      ['timeline', person.id],
      ['person-emails', person.id],
    ]) {
      invalidate(queryClient, { queryKey: key })
    }
  }
  const use = ({ email: address, message }: GivenEmail) =>
    void send(
      () => call('personEmailPut', { id: person.id, body: { data: { message, email: address } } }),
      'Email address set',
    )
  const remove = () => void send(() => call('personEmailDelete', { id: person.id }), 'Email address removed')

  return (
    <section aria-label="Email" className="flex flex-col gap-1.5">
      <h2 className="font-medium">Email</h2>
      {email !== null ? (
        <>
          <p className="flex items-start gap-2">
            <span className="wrap-anywhere min-w-0 flex-1">{email}</span>
            {mayChange && (
              <Button look="ghost" size="icon" aria-label="Remove email address" onClick={remove} className="-mt-1">
                <Icon name="close" />
              </Button>
            )}
          </p>
          {emailMessageId !== null && <Proof message={emailMessageId} now={now} />}
        </>
      ) : given.length > 0 ? (
        <ul aria-label="Addresses they shared" className="flex flex-col gap-2">
          {given.map((each) => (
            <li key={`${each.message} ${each.email}`} className="flex items-center gap-2">
              <span className="min-w-0 flex-1">
                <span className="wrap-anywhere block">{each.email}</span>
                <span className="block text-muted text-sm">In a message {agoText(each.at, now)}</span>
              </span>
              {mayChange && (
                <Button size="small" aria-label={`Use ${each.email}`} onClick={() => use(each)}>
                  Use
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted text-sm">No address yet. You can set one once they share it in a message.</p>
      )}
    </section>
  )
}

/** The message that shows the address. */
function Proof({ message: id, now }: { message: string; now: number }) {
  const { data: message } = useQuery(emailMessageQuery(id))
  if (!message?.conversation) return null
  return (
    <Link
      to={conversationPath(message.conversation)}
      className="flex flex-col gap-0.5 rounded-lg border border-line bg-sunken px-3 py-2 text-sm hover:bg-hover"
    >
      <span dir="auto" className="wrap-anywhere line-clamp-3">
        {message.text}
      </span>
      <span className="text-muted text-xs">They gave it {agoText(message.sentAt ?? message.createdAt, now)}</span>
    </Link>
  )
}
