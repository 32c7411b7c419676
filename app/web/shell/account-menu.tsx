import { useNavigate } from 'react-router'
import { Avatar } from '#platform/ui/avatar.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { logOut } from '#platform/web/session/log-out.ts'
import { useUser } from '#platform/web/session/project.ts'
import { areas, settingsOf } from './areas.ts'

/** The dialogs that this menu opens. */
const helps = [
  { opens: 'shortcuts', label: 'Keyboard shortcuts', icon: 'keyboard', kbd: '?' },
  { opens: 'feedback', label: 'Send feedback', icon: 'comment', kbd: undefined },
] as const

/** The menu of the signed-in user, with their personal settings. */
export function AccountMenu({ onLeave }: { onLeave: (() => void) | undefined }) {
  const navigate = useNavigate()
  const user = useUser()
  if (!user) return null
  const { username, email } = user
  const named = username !== email
  return (
    <div className="border-line border-t pt-3">
      <Menu
        side="top"
        trigger={
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-2.5 rounded-lg px-2 py-1 text-left hover:bg-hover data-popup-open:bg-hover"
          >
            <Avatar name={username} round className="size-7" />
            <span className="min-w-0 flex-1">
              <span className="sr-only">Account: </span>
              {named && <span className="block truncate font-medium leading-5">{username}</span>}
              <span className="block truncate text-muted text-sm" title={email}>
                {email}
              </span>
            </span>
            <Icon name="chevronsUpDown" className="text-faint" />
          </button>
        }
      >
        <MenuGroup label={named ? `${username}, ${email}` : email}>
          {areas
            .filter(({ path }) => settingsOf(path) === 'account')
            .map(({ path, label, name = label, icon }) => (
              <MenuItem
                key={path}
                icon={<Icon name={icon} />}
                onClick={() => {
                  void navigate(path)
                  onLeave?.()
                }}
              >
                {name}
              </MenuItem>
            ))}
          {helps.map(({ opens, label, icon, kbd }) => (
            <MenuItem
              key={opens}
              icon={<Icon name={icon} />}
              kbd={kbd}
              onClick={() => {
                onLeave?.()
                setOpenDialog(opens)
              }}
            >
              {label}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuSeparator />
        <MenuItem icon={<Icon name="logOut" />} onClick={() => void logOut()}>
          Sign out
        </MenuItem>
      </Menu>
    </div>
  )
}
