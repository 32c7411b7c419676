import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Switch } from '#platform/ui/fields/switch.tsx'
import type { SetupAlertsProps } from '#platform/web/feature.ts'
import { ownTimeZone } from '#platform/web/forms/time-zones.ts'
import { useUser } from '#platform/web/session/project.ts'
import { zoneText } from '../labels.ts'

/** The first alerts of a new project. Both are on unless the user turns them off. */
export function SetupAlerts({ value, onChange }: SetupAlertsProps) {
  const user = useUser()
  return (
    <div className="flex flex-col gap-6">
      <Switch
        label="Hot leads"
        hint="An email as soon as someone wants a product like yours."
        checked={value.hotLeads}
        onChange={(hotLeads) => onChange({ ...value, hotLeads })}
      />
      <Switch
        label="Daily digest"
        hint="One email a day with all other new leads."
        checked={value.digest}
        onChange={(digest) => onChange({ ...value, digest })}
      />
      {value.digest && (
        <Field label="Time of the digest" hint={`In your time zone, ${zoneText(ownTimeZone())}.`}>
          {(control) => (
            <Input
              {...control}
              type="time"
              required
              value={value.timeOfDay}
              onChange={(event) => event.target.value && onChange({ ...value, timeOfDay: event.target.value })}
              className="w-36"
            />
          )}
        </Field>
      )}
      {user?.confirmed === false && (
        <p className="text-muted text-sm">
          Alerts start once you confirm your email. Open the link we sent to {user.email}.
        </p>
      )}
    </div>
  )
}
