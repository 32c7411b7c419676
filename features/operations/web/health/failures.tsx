import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import type { Failure, JobKind } from '../../contract.ts'
import { call } from '../api.ts'
import { healthQuery } from './health-query.ts'
import { failureDetails, jobNames } from './labels.ts'

interface FailuresProps {
  projectId: string
  failures: readonly Failure[]
  mayRetry: boolean
  now: number
}

/** Lists failed jobs with their reasons and a retry button. */
export function Failures({ projectId, failures, mayRetry, now }: FailuresProps) {
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: (kind: JobKind) => call('retriesCreate', { id: projectId, body: { data: { kind } } }),
    onSuccess: ({ data: { retried } }) => {
      notify({ title: retried === 1 ? 'Retrying 1 job' : `Retrying ${retried} jobs` })
      return queryClient.invalidateQueries({ queryKey: healthQuery(projectId).queryKey })
    },
    onError: (error) => {
      leaveWhenSignedOut(error)
      notify({ title: messageOf(error), color: 'red' })
    },
  })
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">Failed</h3>
      <ul aria-label="Failed" className="flex flex-col gap-3">
        {failures.map((failure) => (
          <li key={`${failure.kind} ${failure.reason}`} className="rounded-xl border border-line p-4">
            <p className="flex items-center gap-2 font-medium">
              <Icon name="alert" className="text-danger" />
              {jobNames[failure.kind]}
            </p>
            <p className="wrap-anywhere mt-1 text-pretty">{failure.reason}.</p>
            <p className="tabular mt-1 text-muted text-sm">{failureDetails(failure, now)}</p>
            <Button
              size="small"
              className="mt-3"
              disabled={!mayRetry}
              busy={retry.isPending}
              onClick={() => !retry.isPending && retry.mutate(failure.kind)}
            >
              <Icon name="undo" /> Retry
              <span className="sr-only"> {jobNames[failure.kind]}</span>
            </Button>
          </li>
        ))}
      </ul>
      {!mayRetry && <p className="text-muted text-sm">Only project owners and admins can retry jobs.</p>}
    </section>
  )
}
