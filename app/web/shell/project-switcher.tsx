import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { Avatar } from '#platform/ui/avatar.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { setOpenDialog, useOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { useSwitchProject } from './use-switch-project.ts'

/** With more projects than this, a list with a search opens. */
const fewProjects = 7

/** Shows the current project and switches to another or a new one. */
export function ProjectSwitcher({ onLeave }: { onLeave: (() => void) | undefined }) {
  const { data: projects = [] } = useQuery(projectsQuery)
  const current = useProject()
  const searching = useOpenDialog() === 'projects'
  if (!current) return <Skeleton className="h-10 w-full" />
  if (projects.length <= fewProjects) return <ProjectMenu onLeave={onLeave} />
  return (
    <CurrentProject
      name={current.name}
      aria-haspopup="dialog"
      aria-expanded={searching}
      onClick={() => {
        onLeave?.()
        setOpenDialog('projects')
      }}
    />
  )
}

function ProjectMenu({ onLeave }: { onLeave: (() => void) | undefined }) {
  const navigate = useNavigate()
  const switchProject = useSwitchProject()
  const { data: projects = [] } = useQuery(projectsQuery)
  const current = useProject()
  return (
    <Menu trigger={<CurrentProject name={current?.name ?? ''} />}>
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
      <MenuItem icon={<Icon name="add" />} onClick={() => void navigate(paths.setup)}>
        New project
      </MenuItem>
    </Menu>
  )
}

function CurrentProject({ name, ...rest }: { name: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className="flex h-10 w-full items-center gap-2.5 rounded-lg px-2 text-left font-semibold hover:bg-hover data-popup-open:bg-hover"
      title={name}
      {...rest}
    >
      <Avatar name={name} />
      <span className="min-w-0 flex-1 truncate">
        <span className="sr-only">Project: </span>
        {name}
      </span>
      <Icon name="chevronsUpDown" className="text-faint" />
    </button>
  )
}
