import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { buttonClasses } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { count } from '#platform/web/text/units.ts'
import type { Campaign } from '../../contract-campaigns.ts'
import { CampaignPage } from './campaign.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { stateNames } from './labels.ts'
import { campaignsQuery } from './queries.ts'

/** The address of the list of campaigns, of one, and of a new one. */
export const campaignsAddress = '?view=campaigns'
const addressOf = (id: string) => `?campaign=${id}`
const newId = 'new'

/** The campaigns of a project, or the open one. */
export function Campaigns({ project }: { project: CurrentProject }) {
  const [params, setParams] = useSearchParams()
  const role = useRole()
  const locked = role === undefined ? null : whyNot(role, 'changeOutreach')
  const open = params.get('campaign')
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 py-8 sm:px-8">
        <nav aria-label="Inbox" className="text-sm">
          <Link
            to={open === null ? paths.inbox : campaignsAddress}
            className="inline-flex items-center gap-1 rounded text-muted hover:text-ink"
          >
            <Icon name="chevronLeft" /> {open === null ? 'Inbox' : 'Campaigns'}
          </Link>
        </nav>
        {locked !== null && <Locked>{locked}</Locked>}
        {open === null ? (
          <List project={project} locked={locked !== null} />
        ) : open === newId ? (
          <>
            <PageHeading title="New campaign">
              Save it as a draft first. Then preview what ten real people would get.
            </PageHeading>
            <CampaignForm
              projectId={project.id}
              campaign={null}
              locked={locked !== null}
              onSaved={(id) => setParams({ campaign: id }, { replace: true })}
            />
          </>
        ) : (
          <CampaignPage key={open} project={project} id={open} locked={locked !== null} />
        )}
      </div>
    </div>
  )
}

function List({ project, locked }: { project: CurrentProject; locked: boolean }) {
  const query = useQuery(campaignsQuery(project.id))
  const create = !locked && (
    <Link to={addressOf(newId)} className={buttonClasses({ look: 'primary' })}>
      <Icon name="add" /> New campaign
    </Link>
  )
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageHeading title="Campaigns">
          Messages to people who invited them, a few a day, until they answer.
        </PageHeading>
        {query.data && query.data.length > 0 && create}
      </div>
      {hasFailed(query) && <FetchFailure query={query} title="Couldn't load campaigns" />}
      {query.isPending && !hasFailed(query) && (
        <div role="status" aria-label="Loading campaigns" className="flex flex-col gap-3">
          <Skeleton className="h-18 rounded-xl" />
          <Skeleton className="h-18 rounded-xl" />
        </div>
      )}
      {query.data?.length === 0 && (
        <EmptyState figure={<Icon name="mail" className="size-10" />} title="No campaigns yet" action={create}>
          A campaign writes to people who asked for messages. Earshot skips everyone else.
        </EmptyState>
      )}
      {query.data && query.data.length > 0 && (
        <ul aria-label="Campaigns" className="flex flex-col gap-3">
          {query.data.map((campaign) => (
            <Row key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ campaign: { id, name, state, counts } }: { campaign: Campaign }) {
  return (
    <li className="relative rounded-xl border border-line bg-raised px-4 py-3 hover:bg-hover">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="wrap-anywhere min-w-0 font-medium">
          <Link to={addressOf(id)} className="outline-none after:absolute after:inset-0">
            {name}
          </Link>
        </h2>
        <StateBadge state={state} />
      </div>
      <Counts counts={counts} />
    </li>
  )
}

export function StateBadge({ state }: Pick<Campaign, 'state'>) {
  const look = state === 'active' ? 'good' : state === 'paused' ? 'warn' : 'gray'
  return <Badge look={look}>{stateNames[state]}</Badge>
}

const sum = (numbers: Record<string, number>) => Object.values(numbers).reduce((total, each) => total + each, 0)

/** How many people a campaign has in each state. */
export function Counts({ counts }: Pick<Campaign, 'counts'>) {
  const { waiting, messaged, answered, stopped, refused } = counts
  const figures = {
    Waiting: waiting,
    Messaged: messaged,
    Answered: answered,
    Stopped: sum(stopped),
    Refused: sum(refused),
  }
  return (
    <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {Object.entries(figures).map(([label, people]) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="tabular font-medium">{count(people)}</dd>
        </div>
      ))}
    </dl>
  )
}
