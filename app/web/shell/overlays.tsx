import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { setOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { paths } from '#platform/web/page/paths.ts'
import { logOut } from '#platform/web/session/log-out.ts'
import { projectsQuery, useProject, useUser } from '#platform/web/session/project.ts'
import { areas, clientProjects, settingsOf } from './areas.ts'
import { useIsAgency } from './use-is-agency.ts'
import { useSwitchProject } from './use-switch-project.ts'

export { Drawer } from '#platform/ui/overlays/dialog.tsx'

interface MenuProps {
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  onLeave: (() => void) | undefined
}

/** The dialogs that the menu of the account opens. */
const helps = [
  { opens: 'shortcuts', label: 'Keyboard shortcuts', icon: 'keyboard', kbd: '?' },
  { opens: 'feedback', label: 'Send feedback', icon: 'comment', kbd: undefined },
] as const

/** The menu of the signed-in user, with their personal settings. */
export function AccountItems({ onLeave, ...menu }: MenuProps) {
  const navigate = useNavigate()
  const user = useUser()
  if (!user) return null
  const { username, email } = user
  return (
    <Menu side="top" {...menu}>
      <MenuGroup label={username === email ? email : `${username}, ${email}`}>
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
  )
}

/** The menu of projects. */
export function ProjectItems({ onLeave, ...menu }: MenuProps) {
  const navigate = useNavigate()
  const switchProject = useSwitchProject()
  const { data: projects = [] } = useQuery(projectsQuery)
  const current = useProject()
  const isAgency = useIsAgency()
  return (
    <Menu {...menu}>
      <MenuGroup label="Projects">
        {projects.map(({ id, name }) => (
          <MenuItem
            key={id}
            icon={<Icon name="check" className={id === current?.id ? 'text-accent-ink' : 'invisible'} />}
            onClick={() => {
              if (id !== current?.id) switchProject(id)
              onLeave?.()
            }}
          >
            {name}
            {id === current?.id && <span className="sr-only"> (current)</span>}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      {isAgency && (
        <MenuItem
          icon={<Icon name="people" />}
          onClick={() => {
            void navigate(clientProjects)
            onLeave?.()
          }}
        >
          Client projects
        </MenuItem>
      )}
      <MenuItem icon={<Icon name="add" />} onClick={() => void navigate(paths.setup)}>
        New project
      </MenuItem>
    </Menu>
  )
}
