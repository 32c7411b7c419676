import { useNavigate } from 'react-router'
import { selectProject } from '#platform/web/session/project.ts'
import { pageOfProject } from './areas.ts'

/**
 * Returns a function that switches to another project. Stays on the page if it belongs to a project, and closes open
 * details.
 */
export function useSwitchProject(): (id: string) => void {
  const navigate = useNavigate()
  return (id) => {
    selectProject(id)
    void navigate(pageOfProject(window.location.pathname))
  }
}
