import { useQuery } from '@tanstack/react-query'
import { membershipsQuery } from '#platform/web/session/role.ts'

/** Returns whether the user works for an agency: is on the team of a client project. */
export function useIsAgency(): boolean {
  const { data = [] } = useQuery(membershipsQuery)
  return data.some(({ role, project }) => role !== 'client' && project?.isAgencyProject)
}
