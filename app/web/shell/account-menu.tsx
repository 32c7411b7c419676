import { Avatar } from '#platform/ui/avatar.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { useUser } from '#platform/web/session/project.ts'
import { LaterMenu } from './later-menu.tsx'

/** The menu of the signed-in user, with their personal settings. */
export function AccountMenu({ onLeave }: { onLeave: (() => void) | undefined }) {
  const user = useUser()
  if (!user) return null
  const { username, email } = user
  return (
    <div className="border-line border-t pt-3">
      <LaterMenu
        menu="AccountItems"
        onLeave={onLeave}
        button={(props) => (
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-2.5 rounded-lg px-2 py-1 text-left hover:bg-hover data-popup-open:bg-hover"
            {...props}
          >
            <Avatar name={username} round className="size-7" />
            <span className="min-w-0 flex-1">
              <span className="sr-only">Account: </span>
              {username !== email && <span className="block truncate font-medium leading-5">{username}</span>}
              <span className="block truncate text-muted text-sm" title={email}>
                {email}
              </span>
            </span>
            <Icon name="chevronsUpDown" className="text-faint" />
          </button>
        )}
      />
    </div>
  )
}
