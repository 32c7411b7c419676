import { useQuery } from '@tanstack/react-query'
import { insightsTour } from '#features/insights/web/tour.ts'
import { opportunitiesTour } from '#features/leads/web/tour.ts'
import { mentionsTour } from '#features/mentions/web/tour.ts'
import { Feedback } from '#features/operations/web/feedback/feedback.tsx'
import { searchboxTour } from '#features/search/web/tour.ts'
import type { Command } from '#platform/web/commands/command.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { ProductTours } from '#platform/web/tours/product-tours.tsx'
import { useSwitchProject } from '../shell/use-switch-project.ts'

/** The tours of all features. */
const tours = [opportunitiesTour, searchboxTour, mentionsTour, insightsTour]

/**
 * The other commands of every page, the tours and the feedback form. None needs a key that works at once, so they load
 * with the palette.
 */
export function Help() {
  useCommands('Switch project', useOtherProjects(), 'shell')
  return (
    <>
      <ProductTours tours={tours} />
      <Feedback />
    </>
  )
}

function useOtherProjects(): Command[] {
  const switchProject = useSwitchProject()
  const { data: projects = [] } = useQuery(projectsQuery)
  const current = useProject()
  return projects
    .filter(({ id }) => id !== current?.id)
    .map(({ id, name }) => ({
      id: `project ${id}`,
      label: name,
      icon: 'project',
      run: () => switchProject(id),
      focus: 'page',
    }))
}
