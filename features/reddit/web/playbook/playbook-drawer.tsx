import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { community } from '#platform/contract/communities.ts'
import { classes } from '#platform/ui/classes.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { CommunityPlaybookProps } from '#platform/web/feature.ts'
import { useProject } from '#platform/web/session/project.ts'
import { agoText } from '#platform/web/text/age.ts'
import type { CommunityProfile } from '../../contract.ts'
import { stanceLooks } from '../communities/community-row.tsx'
import { CommunityRules } from '../communities/community-rules.tsx'
import { closedText, membersText, noteText, stanceTexts } from '../communities/labels.ts'
import { communityQuery } from '../communities/use-profiles.ts'
import { Gates } from './gates.tsx'
import { Hours } from './hours.tsx'
import { PastReplies } from './past-replies.tsx'
import { PromotionTerms } from './promotion-terms.tsx'
import { playbookQuery } from './queries.ts'
import { Survival } from './survival.tsx'

interface PlaybookDrawerProps extends CommunityPlaybookProps {
  /** The name in the address. */
  typed: string
  onClose: () => void
}

/** What a project knows about replying in a community. */
export function PlaybookDrawer({ projectId, typed, onClose, now }: PlaybookDrawerProps) {
  const { data: name } = community.safeParse(typed)
  return (
    <Drawer side="end" open onOpenChange={onClose} title={name === undefined ? 'Community' : `r/${name}`}>
      {name === undefined ? (
        <p className="text-muted">“{typed}” isn't the name of a community. Check the address.</p>
      ) : (
        <Contents key={name} projectId={projectId} name={name} now={now} />
      )}
    </Drawer>
  )
}

function Contents({ projectId, name, now }: { projectId: string; name: string; now: number }) {
  const project = useProject()
  const profile = useQuery({ ...communityQuery(name, project?.realm), enabled: project !== undefined })
  // The rules may arrive while the drawer is open.
  const playbook = useQuery(playbookQuery(projectId, name, profile.data?.readAt ?? null))
  if (hasFailed(playbook)) return <FetchFailure query={playbook} title="Couldn't load the playbook" />
  if (!playbook.data || profile.isPending) return <Loading />
  const { gates, terms, account, hours, survival, replies, replyCount } = playbook.data
  if (profile.data?.standing === 'missing' && hours.posts === 0 && replyCount === 0) {
    return <EmptyState title="No such community">{closedText(profile.data)}</EmptyState>
  }
  return (
    <div className="flex flex-col gap-7">
      <Head name={name} profile={profile.data ?? null} error={profile.error} now={now} />
      <Part title="Before you reply">
        <Gates gates={gates} account={account} />
      </Part>
      <Part title="Promotion">
        <PromotionTerms terms={terms} />
      </Part>
      <Part title="Replies that stay visible">
        <Survival survival={survival} />
      </Part>
      <Part title="Busiest hours">
        <Hours hours={hours} />
      </Part>
      <Part title="Your replies here">
        <PastReplies replies={replies} total={replyCount} now={now} />
      </Part>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      {['w-2/3', 'w-full', 'w-4/5', 'w-full'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={index} className={`h-10 ${width}`} />
      ))}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

interface HeadProps {
  name: string
  profile: CommunityProfile | null
  /** Why the profile couldn't be loaded. */
  error: Error | null
  now: number
}

/** The size and stance of the community and its rules, with when they were read. */
function Head({ name, profile, error, now }: HeadProps) {
  const isKnown = profile !== null && profile.standing !== 'unread'
  const facts = isKnown
    ? [membersText(profile.members), closedText(profile), noteText(profile)].filter((text) => text !== null)
    : []
  return (
    <section aria-label="Rules" className="-mt-3 flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        {isKnown && (
          <span className={classes('rounded-md px-1.5 py-0.5 font-medium text-xs', stanceLooks[profile.stance])}>
            {stanceTexts[profile.stance]}
          </span>
        )}
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        <a
          href={redditUrl(`/r/${name}/`)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 underline underline-offset-2"
        >
          Open on Reddit <Icon name="external" className="size-3.5" />
        </a>
      </p>
      {isKnown && profile.stanceWords !== null && (
        <blockquote dir="auto" className="wrap-anywhere border-line border-l-2 pl-3 text-sm">
          “{profile.stanceWords}”
        </blockquote>
      )}
      {isKnown && <CommunityRules rules={profile.rules} />}
      <p className="text-muted text-sm">
        {error && profile === null ? `Couldn't load the rules. ${messageOf(error)}` : sourceText(profile, now)}
      </p>
    </section>
  )
}

function sourceText(profile: CommunityProfile | null, now: number): string {
  if (profile?.trouble) return `${profile.trouble}. Earshot tries again.`
  if (profile?.isPending) return 'Reading the rules from Reddit…'
  if (!profile || profile.readAt === null) return "Its rules are unknown: this server isn't connected to Reddit's API."
  return `Read from Reddit ${agoText(profile.readAt, now)}.`
}
