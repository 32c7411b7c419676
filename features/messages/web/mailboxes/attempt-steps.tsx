import { classes } from '#platform/ui/classes.ts'
import { Icon, type IconName } from '#platform/ui/icon.tsx'
import type { MailboxAttempt } from '../../contract-mailboxes.ts'
import { stepNames } from './labels.ts'

type Step = MailboxAttempt['steps'][number]

const looks: Record<Step['state'], { icon: IconName; color: string; text: string }> = {
  ok: { icon: 'success', color: 'text-good', text: 'works' },
  failed: { icon: 'alert', color: 'text-danger', text: 'failed' },
  skipped: { icon: 'minus', color: 'text-faint', text: 'not tried' },
}

/** What each server answered, and what to do. Null: nothing was tried yet. */
export function AttemptSteps({ steps }: { steps: MailboxAttempt['steps'] | null }) {
  return (
    // Present before it has steps, so that screen readers announce them.
    <ul aria-label="Result" aria-live="polite" className="flex flex-col gap-3 empty:hidden">
      {steps?.map(({ step, state, trouble }) => (
        <li key={step} className="flex gap-2">
          <Icon name={looks[state].icon} className={classes('mt-1', looks[state].color)} />
          <div className="min-w-0">
            <p className="font-medium">
              {stepNames[step]}: {looks[state].text}
            </p>
            {trouble !== null && <p className="wrap-anywhere text-pretty text-sm">{trouble}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
