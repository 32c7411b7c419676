import { useQuery } from '@tanstack/react-query'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { agoText } from '#platform/web/text/age.ts'
import type { MentionMute } from '../../contract.ts'
import { mutedText, muteNames } from '../labels.ts'
import { mutesQuery } from '../queries.ts'

interface MutesProps {
  projectId: string
  onClose: () => void
  /** Null: the user may not decide. */
  unmute: ((id: string) => Promise<boolean>) | null
}

/** What the project has muted, by whom and when. */
export function Mutes({ projectId, onClose, unmute }: MutesProps) {
  const mutes = useQuery(mutesQuery(projectId))
  return (
    <Drawer side="end" open onOpenChange={onClose} title="Muted">
      <p className="text-pretty text-muted text-sm">
        Mentions in these threads and communities, and by these authors, are hidden and don't count. Later ones are
        hidden too.
      </p>
      {hasFailed(mutes) && <FetchFailure query={mutes} title="Couldn't load what is muted" />}
      {!mutes.data && !hasFailed(mutes) && <Skeleton className="mt-6 h-24 w-full" />}
      {mutes.data?.length === 0 && (
        <p className="mt-6 text-pretty">
          Nothing is muted. To mute a thread, author, or community, open one of its mentions and choose Mute.
        </p>
      )}
      {mutes.data && mutes.data.length > 0 && (
        <ul aria-label="Muted" className="mt-4 divide-y divide-line border-line border-y">
          {mutes.data.map((mute) => (
            <Muted key={mute.id} mute={mute} unmute={unmute} />
          ))}
        </ul>
      )}
    </Drawer>
  )
}

function Muted({ mute, unmute }: { mute: MentionMute; unmute: MutesProps['unmute'] }) {
  const { id, kind, createdBy, createdAt } = mute
  const text = mutedText(mute)
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="wrap-anywhere line-clamp-2 font-medium">
          {text}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          Muted {muteNames[kind]}
          {createdBy && ` · ${createdBy.email}`} · {agoText(createdAt, Date.now())}
        </p>
      </div>
      {unmute && (
        <Button size="small" onClick={() => void unmute(id)}>
          <Icon name="shown" /> Unmute<span className="sr-only"> {text}</span>
        </Button>
      )}
    </li>
  )
}
