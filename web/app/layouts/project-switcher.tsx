import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { paths } from '../paths.ts'
import { projectsQuery, selectProject, useProject } from '../project.ts'

/** Which project the app is about, and the way to another or a new one. */
export function ProjectSwitcher() {
  const navigate = useNavigate()
  const { data: projects = [] } = useQuery(projectsQuery)
  const current = useProject()
  if (!current) return <Skeleton className="h-10 w-full" />
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex h-10 w-full items-center gap-2.5 rounded-lg px-2 text-left font-semibold hover:bg-hover data-popup-open:bg-hover"
        >
          <Avatar name={current.name} />
          <span className="min-w-0 flex-1 truncate">
            <span className="sr-only">Project: </span>
            {current.name}
          </span>
          <Icon name="chevronsUpDown" className="text-faint" />
        </button>
      }
    >
      <MenuGroup label="Projects">
        {projects.map((project) => (
          <MenuItem
            key={project.id}
            icon={<Icon name={project.id === current.id ? 'check' : 'project'} />}
            onClick={() => {
              selectProject(project.id)
              void navigate(paths.opportunities)
            }}
          >
            {project.name}
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
