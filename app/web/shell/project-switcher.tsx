import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#platform/ui/avatar.tsx'
import { buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { setOpenDialog, useOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { LaterMenu } from './later-menu.tsx'

/** With more projects than this, a list with a search opens. */
const fewProjects = 7

/** Shows the current project and switches to another or a new one. */
export function ProjectSwitcher({ onLeave }: { onLeave: (() => void) | undefined }) {
  const { data: projects = [], isSuccess } = useQuery(projectsQuery)
  const current = useProject()
  const searching = useOpenDialog() === 'projects'
  // An internal admin sees the page of admins without a project.
  if (!current && isSuccess) {
    return (
      <Link to={paths.setup} className={buttonClasses({ look: 'outline' }, 'w-full')}>
        New project
      </Link>
    )
  }
  if (!current) return <Skeleton className="h-10 w-full" />
  const { name } = current
  if (projects.length <= fewProjects) {
    return (
      <LaterMenu menu="ProjectItems" onLeave={onLeave} button={(props) => <CurrentProject {...props} name={name} />} />
    )
  }
  return (
    <CurrentProject
      name={name}
      aria-haspopup="dialog"
      aria-expanded={searching}
      onClick={() => {
        onLeave?.()
        setOpenDialog('projects')
      }}
    />
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
