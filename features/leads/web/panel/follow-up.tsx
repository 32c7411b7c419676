import { Suspense } from 'react'
import { isOnReddit } from '#engine/places/places.ts'
import { useSlot } from '#platform/web/slots.ts'
import type { Opportunity } from '../../contract.ts'
import type { Decision } from '../decisions.ts'
import { Assignee } from './assignee.tsx'

interface FollowUpProps {
  projectId: string
  lead: Opportunity
  decide: (decision: Decision) => void
  /** Shows the place to write a public reply, and returns the element to focus; null if there is none. */
  showReply: (() => HTMLElement | null) | null
  now: number
}

/** What the team does about a lead: who is working on it, when to look at it again, and its notes. */
export function FollowUp({ projectId, lead, decide, showReply, now }: FollowUpProps) {
  const { Reminder, Notes } = useSlot('leadFollowUp')
  const MessageAuthor = useSlot('messageAuthor')
  const { Author } = useSlot('addToCrm')
  const author = lead.post?.author ?? null
  // Messages and the CRM are for Reddit accounts.
  const isReachable = lead.post === undefined || isOnReddit(lead.post.subreddit)
  const part = { projectId, leadId: lead.id, now }
  return (
    <section aria-label="Team" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Assignee projectId={projectId} lead={lead} decide={decide} />
        <Suspense>
          <Reminder {...part} />
        </Suspense>
        {isReachable && (
          <Suspense>
            <MessageAuthor projectId={projectId} leadId={lead.id} showReply={showReply} />
          </Suspense>
        )}
        {isReachable && author !== null && (
          <Suspense>
            <Author key={author} projectId={projectId} author={author} lead={async () => lead.id} />
          </Suspense>
        )}
      </div>
      <Suspense>
        <Notes {...part} />
      </Suspense>
    </section>
  )
}
