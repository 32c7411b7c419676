import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { More } from '#platform/ui/more.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { paths } from '#platform/web/page/paths.ts'
import type { Campaign, CampaignPerson } from '../../contract-campaigns.ts'
import { call } from '../api.ts'
import { messageSettingsQuery } from '../inbox/queries.ts'
import { CampaignForm } from './campaign-form.tsx'
import { Counts, StateBadge } from './campaigns.tsx'
import { endedTexts, standingText, startTexts } from './labels.ts'
import { Preview } from './preview.tsx'
import { campaignPeopleQuery, campaignQuery, campaignsQuery, previewQuery } from './queries.ts'

interface CampaignPageProps {
  project: CurrentProject
  id: string
  locked: boolean
}

/** A campaign: what it writes, to whom, and how far it is. */
export function CampaignPage({ project, id, locked }: CampaignPageProps) {
  const query = useQuery(campaignQuery(id))
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the campaign" />
  const campaign = query.data
  if (!campaign) {
    return (
      <div role="status" aria-label="Loading the campaign" className="flex flex-col gap-6">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-40 rounded-xl" />
      </div>
    )
  }
  const { state } = campaign
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">{campaign.name}</h1>
            <StateBadge state={state} />
          </div>
          {state !== 'draft' && <Counts counts={campaign.counts} />}
          <Ended counts={campaign.counts} />
        </div>
        {!locked && <Actions projectId={project.id} campaign={campaign} />}
      </header>
      {state !== 'draft' && <People campaign={campaign} />}
      {state === 'active' && <Locked>Pause the campaign to change its messages and audience.</Locked>}
      {state === 'finished' ? null : (
        <div className="grid gap-8 lg:grid-cols-2">
          <CampaignForm
            key={state}
            projectId={project.id}
            campaign={campaign}
            locked={locked || state === 'active'}
            onSaved={() => {}}
          />
          <Preview campaign={campaign} />
        </div>
      )}
    </>
  )
}

/** Why the campaign ended for people who didn't answer. */
function Ended({ counts }: Pick<Campaign, 'counts'>) {
  const texts = endedTexts(counts)
  return texts.length === 0 ? null : <p className="mt-1 text-pretty text-muted text-sm">{texts.join(' · ')}</p>
}

/** Starts, pauses, resumes, or finishes a campaign. */
function Actions({ projectId, campaign }: { projectId: string; campaign: Campaign }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<'start' | 'finish' | null>(null)
  const { id, state } = campaign

  async function change(next: Campaign['state']): Promise<void> {
    const { data } = await call('campaignsUpdate', { id, body: { data: { state: next } } })
    queryClient.setQueryData(campaignQuery(id).queryKey, data)
    for (const { queryKey } of [campaignsQuery(projectId), campaignQuery(id)]) invalidate(queryClient, { queryKey })
    setAsking(null)
  }

  const close = (open: boolean) => open || setAsking(null)
  return (
    <div className="flex flex-wrap gap-2">
      {(state === 'draft' || state === 'paused') && (
        <Button look="primary" onClick={() => setAsking('start')}>
          {state === 'draft' ? 'Start campaign' : 'Resume campaign'}
        </Button>
      )}
      {state === 'active' && (
        <Button onClick={() => void withErrorToast(() => change('paused'))}>Pause campaign</Button>
      )}
      {(state === 'active' || state === 'paused') && (
        <Button onClick={() => setAsking('finish')}>Finish campaign</Button>
      )}
      <Dialog
        open={asking === 'start'}
        onOpenChange={close}
        title={state === 'draft' ? 'Start campaign' : 'Resume campaign'}
      >
        <Start
          projectId={projectId}
          campaign={campaign}
          onStart={() => change('active')}
          onCancel={() => setAsking(null)}
        />
      </Dialog>
      <ConfirmDialog
        open={asking === 'finish'}
        onOpenChange={close}
        title="Finish campaign"
        action="Finish campaign"
        doing="Finishing"
        onConfirm={() => change('finished')}
      >
        Queued messages are taken back, and no more are sent. A finished campaign can't be resumed.
      </ConfirmDialog>
    </div>
  )
}

interface StartProps {
  projectId: string
  campaign: Campaign
  onStart: () => Promise<void>
  onCancel: () => void
}

/** What will happen, before a campaign starts. */
function Start({ projectId, campaign, onStart, onCancel }: StartProps) {
  const settings = useQuery(messageSettingsQuery(projectId))
  const preview = useQuery(previewQuery(campaign.id))
  const { busy, error, send } = useSubmission()
  if (hasFailed(preview)) return <FetchFailure query={preview} title="Couldn't load the preview" />
  if (!preview.data || !settings.data) return <p role="status" aria-label="Loading" className="h-40" />
  if (settings.data.mode !== 'automatic') {
    return (
      <div className="flex flex-col gap-5">
        <p className="text-pretty">
          Campaigns need automatic messages. An owner turns them on after reading a summary of Reddit's rules.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Link to={paths.projectMessages} className={buttonClasses({ look: 'primary' })}>
            Open message settings
          </Link>
        </div>
      </div>
    )
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send(onStart)
      }}
    >
      <ul className="flex list-disc flex-col gap-2 pl-5 text-pretty">
        {startTexts(preview.data, campaign).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {settings.data.stoppedAt !== null && (
          <li>Sending is stopped for this project. Nothing is sent until it resumes.</li>
        )}
      </ul>
      <FormEnd error={error} busy={busy} onCancel={onCancel}>
        {campaign.state === 'draft' ? 'Start campaign' : 'Resume campaign'}
      </FormEnd>
    </form>
  )
}

/** The people of a campaign, with their states. */
function People({ campaign: { id, steps } }: { campaign: Campaign }) {
  const query = useInfiniteQuery(campaignPeopleQuery(id))
  const rows = query.data?.pages.flat() ?? []
  return (
    <Section title="People">
      {hasFailed(query) && <FetchFailure query={query} title="Couldn't load the people" />}
      {query.data && rows.length === 0 && <p className="text-muted">Nobody has joined this campaign yet.</p>}
      <ul aria-label="People" className="divide-y divide-line border-line border-t empty:border-0">
        {rows.map((row) => (
          <PersonRow key={row.id} row={row} steps={steps.length} />
        ))}
      </ul>
      {query.hasNextPage && (
        <More
          loading={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </Section>
  )
}

function PersonRow({ row, steps }: { row: CampaignPerson; steps: number }) {
  const { person, message, reason } = row
  const conversation = message?.conversation
  const refusal = reason === 'refused' ? message?.reason : null
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
      <span className="wrap-anywhere min-w-0 font-medium">
        {conversation ? (
          <Link to={`?conversation=${conversation.id}`} className="rounded hover:underline">
            u/{person?.handle}
          </Link>
        ) : (
          `u/${person?.handle}`
        )}
      </span>
      <span className="text-pretty text-muted text-sm">
        {standingText(row, steps)}
        {refusal && `. ${refusal}`}
      </span>
    </li>
  )
}
