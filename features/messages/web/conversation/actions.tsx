import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { Menu, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import type { Conversation } from '../../contract.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { snoozeChoices } from './snoozes.ts'

/** In a narrow bar, buttons show only their text, so that they fit in one row. */
const roomy = { icon: '@max-lg:hidden', key: '@max-2xl:hidden' }

/** The actions for the open conversation, each with its key. */
export function Actions({ state, conversation }: { state: InboxState; conversation: Conversation }) {
  const { finish, update, markUnread, discard, snoozing, setSnoozing } = state
  const [discarding, setDiscarding] = useState(false)
  const isDone = conversation.state === 'done'
  const isSnoozed = conversation.state === 'snoozed'
  return (
    <>
      <Button look={isDone ? 'outline' : 'primary'} size="small" onClick={() => finish(conversation)}>
        <Icon name={isDone ? 'undo' : 'check'} className={roomy.icon} />
        {isDone ? 'Reopen' : 'Done'} <Kbd className={roomy.key}>e</Kbd>
      </Button>
      <Menu
        numbered
        open={snoozing}
        onOpenChange={setSnoozing}
        trigger={
          <Button size="small">
            <Icon name="bell" className={roomy.icon} /> Snooze <Kbd className={roomy.key}>s</Kbd>
          </Button>
        }
      >
        {snoozeChoices(new Date()).map(({ label, until, detail }, index) => (
          <MenuItem
            key={label}
            kbd={String(index + 1)}
            detail={detail}
            onClick={() =>
              update(
                conversation,
                { state: 'snoozed', snoozedUntil: until.toISOString() },
                `Snoozed: ${label.toLowerCase()}`,
              )
            }
          >
            {label}
          </MenuItem>
        ))}
        {isSnoozed && (
          <MenuItem onClick={() => update(conversation, { state: 'open' }, 'Moved back to the inbox')}>
            Move back to the inbox
          </MenuItem>
        )}
      </Menu>
      <Menu
        align="end"
        trigger={
          <Button look="ghost" size="icon" aria-label="More actions">
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem onClick={() => markUnread(conversation)}>Mark unread</MenuItem>
        {conversation.kind === 'mail' && conversation.lastAt === null && (
          <MenuItem onClick={() => setDiscarding(true)}>Delete conversation…</MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title="Delete this conversation?"
        action="Delete conversation"
        doing="Deleting…"
        onConfirm={() => discard(conversation)}
      >
        <p>Nothing was sent in it yet. Its drafts are deleted. You can't undo this.</p>
      </ConfirmDialog>
    </>
  )
}
