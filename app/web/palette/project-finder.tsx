import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectsQuery, useProject } from '#features/projects/web/project.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import type { CommandGroup } from '#platform/web/commands/command.ts'
import { Finder } from './finder.tsx'
import { resultsOf } from './results.ts'

/** All projects, the current one marked, and the way to a new one. */
export function ProjectFinder({ onChoose }: { onChoose: (id: string) => void }) {
  const [query, setQuery] = useState('')
  const { data: projects = [] } = useQuery(projectsQuery)
  const current = useProject()
  const groups: CommandGroup[] = [
    {
      name: 'Projects',
      from: 'shell',
      commands: projects.map(({ id, name }) => ({
        id: `project ${id}`,
        label: name,
        icon: 'project',
        current: id === current?.id,
        run: () => {},
      })),
    },
  ]
  return (
    <Finder
      label="Find a project"
      placeholder="Find a project…"
      query={query}
      onQuery={setQuery}
      groups={resultsOf(groups, query, [], Number.POSITIVE_INFINITY)}
      onChoose={onChoose}
    >
      <Button look="ghost" size="small" onClick={() => onChoose('new project')} className="-mr-2 my-1 ml-auto">
        <Icon name="add" /> New project
      </Button>
    </Finder>
  )
}
