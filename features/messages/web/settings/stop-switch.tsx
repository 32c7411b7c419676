import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { exactTime } from '#platform/web/text/age.ts'
import { type SettingsPartProps, useSettings } from './use-settings.ts'

/** Stops everything that isn't sent yet, at once, and lets it leave again. */
export function StopSwitch({ projectId, settings: { stoppedAt, stoppedBy }, locked }: SettingsPartProps) {
  const { stop, resume } = useSettings(projectId)
  const { busy, error, send } = useSubmission()
  const isStopped = stoppedAt !== null
  return (
    <Section
      title={isStopped ? 'Sending is stopped' : 'Stop sending'}
      hint={
        isStopped
          ? `Stopped by ${stoppedBy ?? 'a former member'} on ${exactTime(stoppedAt)}. Queued messages wait.`
          : "Immediately holds every message that hasn't been sent. Nothing is lost: queued messages wait until you resume."
      }
      action={
        <Button
          look={isStopped ? 'primary' : 'danger'}
          busy={busy}
          disabled={locked}
          onClick={() => void send(isStopped ? resume : stop)}
        >
          <Icon name={isStopped ? 'play' : 'pause'} /> {isStopped ? 'Resume sending' : 'Stop sending'}
        </Button>
      }
    >
      {error && <FormError>{error}</FormError>}
    </Section>
  )
}
