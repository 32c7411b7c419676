import { type FormEvent, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { numberFault } from './number-fault.ts'
import { type SettingsPartProps, useSettings } from './use-settings.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00`.padStart(5, '0') }))

/** When first messages may leave, and how many. */
export function Limits({ projectId, settings, locked, timeZone }: SettingsPartProps & { timeZone: string }) {
  const { change } = useSettings(projectId)
  const { busy, error, send } = useSubmission()
  const [isTried, setTried] = useState(false)
  const [quietFrom, setQuietFrom] = useState(String(settings.quietFrom))
  const [quietTo, setQuietTo] = useState(String(settings.quietTo))
  const [hourly, setHourly] = useState(String(settings.hourlyMost))
  const [daily, setDaily] = useState(String(settings.dailyMost))
  const faults = { hourly: numberFault(hourly, 30), daily: numberFault(daily, 500) }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (faults.hourly !== null || faults.daily !== null) return
    void send(async () => {
      await change({
        quietFrom: Number(quietFrom),
        quietTo: Number(quietTo),
        hourlyMost: Number(hourly),
        dailyMost: Number(daily),
      })
      notify({ title: 'Limits saved', color: 'green' })
    })
  }

  return (
    <Section
      title="Limits"
      hint="Limits apply to each Reddit account. Your plan's daily limit and Reddit's own limits always apply, and new accounts start lower."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="No first messages from" hint={`Time zone: ${timeZone}`}>
            {(control) => (
              <Select {...control} value={quietFrom} options={hours} disabled={locked} onChange={setQuietFrom} />
            )}
          </Field>
          <Field label="Until" hint={quietFrom === quietTo ? 'No quiet hours' : 'Answers are sent at any time'}>
            {(control) => (
              <Select {...control} value={quietTo} options={hours} disabled={locked} onChange={setQuietTo} />
            )}
          </Field>
          <Field
            label="Messages per hour"
            hint="Up to 30, answers included"
            error={(isTried && faults.hourly) || undefined}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={hourly}
                disabled={locked}
                onChange={(event) => setHourly(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="First messages per day"
            hint="Up to 500. Earshot starts with fewer."
            error={(isTried && faults.daily) || undefined}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={daily}
                disabled={locked}
                onChange={(event) => setDaily(event.target.value)}
              />
            )}
          </Field>
        </div>
        {error && <FormError>{error}</FormError>}
        <Button type="submit" look="primary" busy={busy} disabled={locked} className="self-start">
          Save limits
        </Button>
      </form>
    </Section>
  )
}
