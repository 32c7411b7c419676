import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Tab, View } from '#engine/rules/lead-view.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { AnimatedLogo } from '#platform/ui/motion/animated-logo.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { Signal } from '#platform/ui/signal.tsx'
import { useFlag } from '#platform/web/api/config.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { Held } from '../../contract.ts'
import { isScanning, plural } from '../labels.ts'
import { anyLeadQuery, healthQuery, latestQuery } from '../queries.ts'
import { releaseText, useReleases } from '../releases.ts'
import { isFiltered } from '../view.ts'
import { OtherPlans } from './held-leads.tsx'
import { ListSkeleton } from './list.tsx'

interface EmptyProps {
  tab: Tab
  /** Whether the project has ever had a lead. */
  ever: boolean
  project: CurrentProject
  /** The leads that the plan holds; undefined while unknown. */
  held: Held | undefined
}

/** An empty tab: why it is empty, and what to do next. */
export function Empty({ tab, ever, project, held }: EmptyProps) {
  if (tab === 'new' && held && held.count > 0 && held.releasesAt !== null) {
    return <Waiting count={held.count} when={releaseText(held.releasesAt, Date.now())} />
  }
  const isAny = tab === 'new' || tab === 'all'
  if (isAny && (!ever || project.status === 'processing')) return <FirstLeads project={project} />
  if (isAny) {
    return (
      <EmptyState figure={<Icon name="through" className="size-10" />} title="You're all caught up">
        {comingText(held)}
      </EmptyState>
    )
  }
  return <EmptyState {...emptyTabs[tab]} />
}

/** Before the first lead: the scan as long as it runs, then where leads come from. */
function FirstLeads({ project }: { project: CurrentProject }) {
  const mayKnow = useMay('readWatchlist')
  const health = useQuery({ ...healthQuery(project.id), enabled: mayKnow === true })
  const unmatched = health.data?.pipeline.items ?? 0
  if (!isScanning(project, unmatched)) {
    if (health.isPending && mayKnow !== false) return <ListSkeleton />
    return project.realm === 'sandbox' ? <NoSamples /> : <NoLeads />
  }
  return (
    <EmptyState figure={<Hearing />} title="Scanning posts…">
      Your first leads will appear here, best first.
      {project.backfillTotal ? (
        <div className="mx-auto mt-6 w-72 max-w-full text-left">
          <Progress
            label="Scanning"
            value={Math.min(project.backfillDone, project.backfillTotal)}
            max={project.backfillTotal}
            noun="posts"
          />
        </div>
      ) : (
        unmatched > 0 && <p className="tabular mt-6 text-sm">{plural(unmatched, 'post')} left to scan</p>
      )}
    </EmptyState>
  )
}

function Hearing() {
  return <AnimatedLogo evenIfReduced={useFlag('fullMotion') === true} />
}

/** Shown if the plan holds all leads so far. */
function Waiting({ count, when }: { count: number; when: string }) {
  return (
    <EmptyState
      figure={<Signal className="h-12 w-auto text-accent" />}
      title={count === 1 ? 'A lead is waiting' : `${plural(count, 'lead')} are waiting`}
      action={<OtherPlans />}
    >
      Your plan releases {count === 1 ? 'it' : 'them'} {when}.
    </EmptyState>
  )
}

function comingText(held: Held | undefined): string {
  if (!held?.releasesAt) return 'New leads appear here as posts arrive.'
  return `Your next leads appear here ${releaseText(held.releasesAt, Date.now())}.`
}

const emptyTabs = {
  saved: {
    figure: <Icon name="save" className="size-10" />,
    title: 'No saved leads',
    children: 'To keep a lead for later, choose Save or press S.',
  },
  replied: {
    figure: <Icon name="reply" className="size-10" />,
    title: 'No replies yet',
    children: 'Reply to a lead on Reddit, then choose Mark replied or press R to move it here.',
  },
  rejected: {
    figure: <Icon name="reject" className="size-10" />,
    title: 'No rejected leads',
    children: 'To reject a lead, choose Reject or press X. You can move it back to new at any time.',
  },
}

function NoSamples() {
  return (
    <EmptyState figure={<Signal strength={0} className="h-12 w-auto" />} title="No leads yet">
      This project shows sample data. The first leads appear here as sample posts arrive.
    </EmptyState>
  )
}

function NoLeads() {
  if (useMay('import') === false) {
    return (
      <EmptyState figure={<Signal strength={0} className="h-12 w-auto" />} title="No leads yet">
        All stored posts are scanned. Leads appear here as new posts arrive or an owner or admin imports an archive.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      figure={<Signal strength={0} className="h-12 w-auto" />}
      title="No leads yet"
      action={
        <div className="flex flex-col items-center gap-4">
          <Link to={paths.projectImports} className={buttonClasses({ look: 'primary' })}>
            <Icon name="upload" /> Import archive
          </Link>
          <p className="text-muted text-sm">or on the server, run</p>
          <CopyCommand command="npm run import -- FILE" />
        </div>
      }
    >
      All stored posts are scanned. Leads appear here as new posts arrive. To scan more posts, import an archive.
    </EmptyState>
  )
}

function CopyCommand({ command }: { command: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <div className="flex items-center gap-1 rounded-lg border border-line bg-sunken p-1 pl-3">
      <code className="font-mono text-sm">{command}</code>
      <Button
        look="ghost"
        size="small"
        onClick={() =>
          navigator.clipboard.writeText(command).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        <Icon name={copied ? 'check' : 'copy'} />
        <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
      </Button>
    </div>
  )
}

interface EmptyTabProps {
  project: CurrentProject
  view: View
  /** Whether the list is being fetched again. */
  fetching: boolean
  /** Removes all filters. */
  onClear: () => void
}

function NoMatches({ onClear }: Pick<EmptyTabProps, 'onClear'>) {
  return (
    <EmptyState
      figure={<Icon name="search" className="size-10" />}
      title="No matching leads"
      action={<Button onClick={onClear}>Clear all filters</Button>}
    >
      No leads in this tab match all filters.
    </EmptyState>
  )
}

/** An empty tab, or a skeleton if the first lead has just arrived and the list is about to show it. */
export function EmptyTab({ project, view, fetching, onClear }: EmptyTabProps) {
  const any = useQuery(anyLeadQuery(project.id))
  const releases = useReleases(project.id)
  const { data: latest } = useQuery({ ...latestQuery(project.id, view), enabled: false })
  const ever = any.data ?? false
  const [everAtFirst, setEverAtFirst] = useState<boolean>()
  if (everAtFirst === undefined && any.data !== undefined) setEverAtFirst(any.data)
  // The first lead exists, and the list is about to show it.
  const coming = ever && everAtFirst === false && (fetching || latest?.leads.length !== 0)
  if (isFiltered(view)) return <NoMatches onClear={onClear} />
  if (any.isPending || coming) return <ListSkeleton />
  return <Empty tab={view.tab} ever={ever} project={project} held={releases?.leads} />
}
