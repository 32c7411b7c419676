import { useQueryClient } from '@tanstack/react-query'
import type { LeadRun, RunSchedule } from '#features/discovery/contract.ts'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { call } from './api.ts'
import { criteriaText } from './labels.ts'
import { runQuery, runsQuery } from './queries.ts'

/** Returns the changes to the runs of a project. A deletion is final, so it waits until its notice is gone. */
export function useRunChanges(projectId: string) {
  const queryClient = useQueryClient()
  const { defer, isHidden } = useDeferred()
  const refetch = () => queryClient.invalidateQueries({ queryKey: runsQuery(projectId).queryKey })

  /** Shows a run as the server returned it. */
  function show(run: LeadRun): void {
    queryClient.setQueryData(runQuery(run.id).queryKey, run)
    void refetch()
  }

  return {
    isHidden,
    remove: ({ id, criteria }: LeadRun) =>
      defer({
        id,
        title: `Deleted the run “${criteriaText(criteria)}”`,
        description: 'Leads you added from it are kept.',
        work: () => call('leadRunsDelete', { id, keepalive: true }),
        after: refetch,
      }),
    cancel: ({ id }: LeadRun) => withErrorToast(async () => show((await call('runCancellationPut', { id })).data)),
    schedule: ({ id }: LeadRun, schedule: RunSchedule | null) =>
      withErrorToast(async () => show((await call('leadRunsUpdate', { id, body: { data: { schedule } } })).data)),
    /** Starts the same run again; resolves with it, or with null after an error. */
    rerun: async ({ id, criteria }: LeadRun): Promise<LeadRun | null> => {
      let started: LeadRun | null = null
      await withErrorToast(async () => {
        const body = { data: { project: projectId, criteria, rerunOf: id } }
        started = (await call('leadRunsCreate', { body })).data
        show(started)
      })
      return started
    },
  }
}
