import { useQuery } from '@tanstack/react-query'
import { classes } from '#platform/ui/classes.ts'
import { useProject } from '#platform/web/session/project.ts'
import { stanceLooks } from './community-row.tsx'
import { CommunityRules } from './community-rules.tsx'
import { closedText, membersText, noteText, stanceTexts } from './labels.ts'
import { communityQuery } from './use-profiles.ts'

/** A lead's community: its stance on promotion with the rule behind it, and all its rules. */
export function CommunityFacts({ name }: { name: string }) {
  // The sandbox's community of a name and Reddit's are two: the lead is of the project's realm.
  const project = useProject()
  const { data: profile } = useQuery({ ...communityQuery(name, project?.realm), enabled: project !== undefined })
  // The lead doesn't depend on it: nothing is shown until something is known.
  if (!profile || profile.standing === 'unread') return null
  const facts = [membersText(profile.members), closedText(profile), noteText(profile)].filter((text) => text !== null)
  return (
    <section aria-label="Community" className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <span className="wrap-anywhere">r/{profile.displayName}</span>
        <span className={classes('rounded-md px-1.5 py-0.5 font-medium text-xs', stanceLooks[profile.stance])}>
          {stanceTexts[profile.stance]}
        </span>
      </h3>
      {facts.length > 0 && <p className="tabular text-muted text-sm">{facts.join(' · ')}</p>}
      {profile.stanceWords !== null && (
        <blockquote dir="auto" className="wrap-anywhere border-line border-l-2 pl-3 text-sm">
          “{profile.stanceWords}”
        </blockquote>
      )}
      <CommunityRules rules={profile.rules} />
    </section>
  )
}
