import { useEffect } from 'react'
import { useProject } from '#features/projects/web/project.ts'
import { keepLive } from './live.ts'

/** Keeps all that is shown of the current project up to date while the page is open. */
export function useLive(): void {
  const projectId = useProject()?.id
  useEffect(() => (projectId === undefined ? undefined : keepLive(projectId)), [projectId])
}
