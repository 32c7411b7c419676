import { Button } from '#platform/ui/button.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { Findings } from './findings.tsx'
import type { Reading } from './use-website.ts'

interface OutcomeProps {
  reading: Extract<Reading, { state: 'reading' | 'read' }>
  onStop: () => void
}

/** A website being read, or what was read of it. */
export function Outcome({ reading, onStop }: OutcomeProps) {
  if (reading.state === 'read') return <Findings profile={reading.profile} undo={reading.undo} />
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <Progress
          label={`Reading ${reading.website}`}
          value={null}
          noun="pages"
          text="The page itself, and what it links to about features and prices. It takes a few seconds."
        />
      </div>
      <Button look="ghost" size="small" onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}
