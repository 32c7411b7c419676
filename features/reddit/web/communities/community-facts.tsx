import { useQuery } from '@tanstack/react-query'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import type { CommunityProfile } from '../../contract.ts'
import { stanceLooks } from './community-row.tsx'
import { closedText, membersText, noteText, stanceTexts } from './labels.ts'
import { communityQuery } from './use-profiles.ts'

/** A lead's community: its stance on promotion with the rule behind it, and all its rules. */
export function CommunityFacts({ name }: { name: string }) {
  const { data: profile } = useQuery(communityQuery(name))
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
      <Rules profile={profile} />
    </section>
  )
}

function Rules({ profile: { rules } }: { profile: CommunityProfile }) {
  if (rules === null || rules.length === 0) return null
  return (
    <details className="group">
      <summary className="inline-flex min-h-6 list-none items-center gap-1 rounded font-medium text-muted text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="transition-transform duration-150 group-open:rotate-90" />
        {rules.length === 1 ? '1 rule' : `All ${rules.length} rules`}
      </summary>
      <ol className="mt-2 flex list-decimal flex-col gap-2 pl-6 text-sm">
        {rules.map(({ name, description }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rules may have the same name
          <li key={index} dir="auto" className="wrap-anywhere">
            <span className="font-medium">{name}</span>
            {description !== '' && <p className="whitespace-pre-line text-muted">{description}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}
