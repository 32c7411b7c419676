import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { useModal } from '#platform/ui/overlays/modal.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { Paged } from '#platform/web/api/paged.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { CopyField } from '#platform/web/forms/copyable.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import type { ViewFeed } from '../contract.ts'
import { call } from './api.ts'
import { feedsQuery } from './queries.ts'

/** Few people need the form, and it brings the select. */
const NewFeed = separatePart(async () => (await import('./new-feed.tsx')).NewFeed, {
  title: "Couldn't load the form for a feed",
  waiting: <Skeleton className="h-28 w-full" />,
})

/** The project's feeds: the address of each is shown once and can be revoked at once. */
export function Feeds({ projectId }: { projectId: string }) {
  const query = useQuery(feedsQuery(projectId))
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<{ name: string; address: string } | null>(null)
  return (
    <Section
      title="Feeds"
      hint="Read leads or mentions in a feed reader or an automation tool, as RSS or JSON Feed. Anyone with the secret address can read the feed; it shows what you can see and stops working when you leave the project or change your password."
    >
      {isAdding ? (
        <NewFeed projectId={projectId} onCreated={setCreated} />
      ) : (
        <Button className="self-start" onClick={() => setAdding(true)}>
          New feed
        </Button>
      )}
      <RowsState name="the feeds" query={query} empty={<p className="text-muted">No feeds yet.</p>}>
        {(feeds) => (
          <Paged label="Feeds" rows={feeds} pageSize={10}>
            {(feed) => <FeedRow key={feed.id} projectId={projectId} feed={feed} />}
          </Paged>
        )}
      </RowsState>
      <Dialog
        open={created !== null}
        onOpenChange={(open) => !open && setCreated(null)}
        title={created ? `Feed “${created.name}” created` : 'Feed'}
      >
        {created && (
          <div className="flex flex-col gap-5">
            <p>Copy an address now. You won't be able to see it again.</p>
            <CopyField label="RSS" value={`${created.address}.rss`} autoFocus />
            <CopyField label="JSON Feed" value={`${created.address}.json`} />
            <Button className="self-end" onClick={() => setCreated(null)}>
              Done
            </Button>
          </div>
        )}
      </Dialog>
    </Section>
  )
}

function FeedRow({ projectId, feed }: { projectId: string; feed: ViewFeed }) {
  const queryClient = useQueryClient()
  const modal = useModal()
  const { id, content, lastReadAt, view, createdBy } = feed
  const name = view?.name ?? (content === 'leads' ? 'New leads' : 'Mentions')

  async function revoke(): Promise<void> {
    await call('viewFeedsDelete', { id })
    notify({ title: `Revoked the feed of “${name}”` })
    await queryClient.invalidateQueries({ queryKey: feedsQuery(projectId).queryKey })
  }

  const ask = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title={`Revoke the feed of “${name}”?`}
        action="Revoke feed"
        doing="Revoking…"
        onConfirm={revoke}
      >
        <p>Its address will stop working immediately. You can't undo this.</p>
      </ConfirmDialog>
    ))

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="wrap-anywhere text-muted text-sm">
          {view && 'Saved view · '}
          <span title={lastReadAt ? exactTime(lastReadAt) : undefined}>
            {lastReadAt === null ? 'never read' : `read ${agoText(lastReadAt, Date.now())}`}
          </span>
          {createdBy && ` · by ${createdBy.email}`}
        </p>
      </div>
      <Button size="small" look="danger" aria-label={`Revoke the feed of ${name}`} onClick={ask}>
        Revoke…
      </Button>
    </li>
  )
}
