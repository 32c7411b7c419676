import { Suspense } from 'react'
import { useSlot } from '#platform/web/slots.ts'
import type { Opportunity } from '../../contract.ts'
import type { Decision } from '../decisions.ts'
import { Assignee } from './assignee.tsx'

interface FollowUpProps {
  projectId: string
  lead: Opportunity
  decide: (decision: Decision) => void
  now: number
}

/** What the team does about a lead: who is working on it, when to look at it again, and its notes. */
export function FollowUp({ projectId, lead, decide, now }: FollowUpProps) {
  const { Reminder, Notes } = useSlot('leadFollowUp')
  const part = { projectId, leadId: lead.id, now }
  return (
    <section aria-label="Team" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Assignee projectId={projectId} lead={lead} decide={decide} />
        <Suspense>
          <Reminder {...part} />
        </Suspense>
      </div>
      <Suspense>
        <Notes {...part} />
      </Suspense>
    </section>
  )
}
