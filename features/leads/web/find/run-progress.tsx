import type { LeadRun } from '#features/discovery/contract.ts'
import { Progress } from '#platform/ui/progress.tsx'
import { progressText, stateText } from './labels.ts'

/** The progress of a run: its phase, counts, and remaining time. */
export function RunProgress({ run }: { run: LeadRun }) {
  const isCounted = run.postsTotal !== null && run.phase !== 'counting'
  return (
    <Progress
      label={stateText(run)}
      // An empty run is complete at once.
      value={isCounted ? Math.max(run.postsDone, run.postsTotal === 0 ? 1 : 0) : null}
      max={Math.max(1, run.postsTotal ?? 0)}
      noun="posts"
      text={progressText(run)}
    />
  )
}
