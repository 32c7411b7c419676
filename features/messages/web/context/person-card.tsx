import { useQueryClient } from '@tanstack/react-query'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import type { RedditPerson } from '#features/crm/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Switch } from '#platform/ui/fields/switch.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { Conversation } from '../../contract.ts'
import { call, changes } from '../api.ts'
import { conversationQuery } from '../inbox/queries.ts'

interface PersonCardProps {
  person: RedditPerson
  conversation: Conversation
  mayChange: boolean
}

/** The person of a conversation, and whether they may be contacted. */
export function PersonCard({ person, conversation, mayChange }: PersonCardProps) {
  const queryClient = useQueryClient()
  const { handle, tags, doNotContact } = person

  async function setDoNotContact(next: boolean): Promise<void> {
    const { queryKey } = conversationQuery(conversation.id)
    const show = (value: boolean) =>
      queryClient.setQueryData(queryKey, (known) => known && { ...known, person: { ...person, doNotContact: value } })
    show(next)
    const done = await withErrorToast(() =>
      changes.send(() => call('peopleUpdate', { id: person.id, body: { data: { doNotContact: next } } })),
    )
    if (!done) show(!next)
    for (const key of [queryKey, ['messages', conversation.id]]) invalidate(queryClient, { queryKey: key })
  }

  return (
    <section aria-label="Person" className="flex flex-col gap-3">
      <div>
        <h3 className="font-semibold">
          <a
            href={redditUrl(`/user/${encodeURIComponent(handle)}/`)}
            target="_blank"
            rel="noopener noreferrer"
            className="wrap-anywhere inline-flex items-center gap-1 rounded hover:underline"
          >
            u/{handle} <Icon name="external" className="text-faint" />
          </a>
        </h3>
        <p className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      </div>
      <Switch
        label="Do not contact"
        hint="Nothing more is sent to this person, and queued messages are stopped."
        checked={doNotContact}
        onChange={(next) => void setDoNotContact(next)}
        disabled={!mayChange}
      />
    </section>
  )
}
