import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Badge } from '#platform/ui/badge.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { useMay } from '#platform/web/session/role.ts'
import { agoText } from '#platform/web/text/age.ts'
import type { Notice } from '../contract-notices.ts'
import { call } from './api.ts'
import { noticesQuery } from './queries.ts'

interface NoticesProps {
  projectId: string
  onLeave: (() => void) | undefined
}

/** The user's due reminders and tasks, and the notes that mention them. Nothing while there are none. */
export function Notices({ projectId, onLeave }: NoticesProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const mayRead = useMay('readOutreach') === true
  const { data: notices = [] } = useQuery({ ...noticesQuery(projectId), enabled: mayRead })
  if (notices.length === 0) return null

  function open({ kind, id, opportunity, person }: Notice): void {
    onLeave?.()
    if (opportunity !== null) void navigate(`/app/opportunities?lead=${opportunity}`)
    else if (person !== null) void navigate(`/app/crm?person=${person}`)
    // A reminder or task stays until it is moved, cleared, or done.
    if (kind !== 'mention') return
    void withErrorToast(() => call('noteSeenPut', { id })).then(() =>
      queryClient.invalidateQueries({ queryKey: noticesQuery(projectId).queryKey }),
    )
  }

  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 text-left font-medium text-ink hover:bg-hover data-popup-open:bg-hover max-lg:min-h-10"
        >
          <Icon name="bell" className="text-accent-ink" />
          <span className="min-w-0 flex-1">For you</span>
          <Badge look="accent">{notices.length}</Badge>
        </button>
      }
    >
      {notices.map((notice) => (
        <MenuItem key={`${notice.kind} ${notice.id}`} detail={detailOf(notice)} onClick={() => open(notice)}>
          {notice.title}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The characters of a note that the menu shows. */
const shownMost = 120

function detailOf({ kind, text, by, at }: Notice): string {
  const words = text.length > shownMost ? `${text.slice(0, shownMost)}…` : text
  const ago = agoText(at, Date.now())
  if (kind === 'task') return `Task, due ${ago}: ${words}`
  if (kind === 'reminder') return words === '' ? `Reminder, due ${ago}` : `Reminder, due ${ago}: ${words}`
  return `${by ?? 'A former member'} mentioned you ${ago}: ${words}`
}
