import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Icon } from '#platform/ui/icon.tsx'
import type { Companion } from '../../contract-team.ts'
import { companionText } from './companion-text.ts'
import { replyCompanyQuery } from './queries.ts'

interface CompanyProps {
  projectId: string
  leadId: string
  now: number
}

/** Warns that somebody else is at the lead, or that the team or a project of the same owner is already in the thread. */
export function Company({ projectId, leadId, now }: CompanyProps) {
  const { data: companions = [] } = useQuery(replyCompanyQuery(projectId, leadId))
  return (
    // Present before it has words, so that screen readers announce them.
    <ul aria-label="Others in this thread" aria-live="polite" className="flex flex-col gap-1.5 text-sm empty:hidden">
      {companions.map((companion) => (
        <li
          key={`${companion.kind} ${companion.opportunity} ${companion.by} ${companion.at}`}
          className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg bg-accent-soft px-3 py-2 text-accent-ink"
        >
          <Icon name="people" />
          <span className="min-w-0 flex-1">{companionText(companion, { projectId, leadId }, now)}</span>
          <Where companion={companion} projectId={projectId} leadId={leadId} />
        </li>
      ))}
    </ul>
  )
}

/** The link to the reply, or to the other lead. Leads of other projects open only in their project. */
function Where({ companion, projectId, leadId }: { companion: Companion } & Omit<CompanyProps, 'now'>) {
  const { opportunity, project, permalink } = companion
  if (permalink !== null) {
    return (
      <a href={redditUrl(permalink)} target="_blank" rel="noopener noreferrer" className="font-medium underline">
        Open reply on Reddit
      </a>
    )
  }
  if (opportunity === leadId || project.id !== projectId) return null
  return (
    <Link to={`/app/opportunities?lead=${opportunity}`} className="font-medium underline">
      Open lead
    </Link>
  )
}
