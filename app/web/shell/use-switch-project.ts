import { useNavigate } from 'react-router'
import { selectProject } from '#platform/web/session/project.ts'
import { pageOfProject } from './areas.ts'

/** Makes the app be about another project, on the same page where that is a project's; what was open in it is left. */
export function useSwitchProject(): (id: string) => void {
  const navigate = useNavigate()
  return (id) => {
    selectProject(id)
    void navigate(pageOfProject(window.location.pathname))
  }
}
