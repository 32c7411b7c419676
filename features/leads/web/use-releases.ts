import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#platform/web/api/api.ts'
import { onChanges } from '#platform/web/live/changes.ts'
import type { Releases } from '../contract.ts'

function releasesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['releases', projectId],
    queryFn: async ({ signal }): Promise<Releases> => (await call('releasesFind', { id: projectId, signal })).data,
  })
}

/** How much of a project is held, and until when; undefined until that is known. */
export function useReleases(projectId: string): Releases | undefined {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      onChanges((changes) => {
        if (changes?.every(({ kind }) => kind !== 'opportunities' && kind !== 'project')) return
        void queryClient.invalidateQueries({ queryKey: releasesQuery(projectId).queryKey })
      }),
    [queryClient, projectId],
  )
  return useQuery(releasesQuery(projectId)).data
}
