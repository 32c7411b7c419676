import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OwnQuietHours } from '#engine/alerts/alert-rule.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { updateSession } from '#platform/web/session/session.ts'
import type { NotificationSettings } from '../../contract-personal.ts'
import { call } from '../api.ts'
import { zoneText } from '../labels.ts'
import { deliveriesKey, settingsQuery } from '../queries.ts'
import { Days, Span } from '../rules/hours-fields.tsx'
import { ownHoursFault } from './own-hours-fault.ts'

const usualQuiet: OwnQuietHours = { days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }
const usualTime = '08:00'

interface OwnHoursProps {
  settings: NotificationSettings
  /** The account's; null if it has none. */
  timeZone: string | null
  /** The browser's, which the account then gets. */
  browserZone: string
}

/** When the user gets nothing, and when their digests arrive, for the rules of all projects. */
export function OwnHours({ settings, timeZone, browserZone }: OwnHoursProps) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState(settings)
  const { quietHours, timeOfDay } = values
  const fault = ownHoursFault(values)
  const save = useMutation({
    mutationFn: async () => {
      // Without a time zone of their own, the hours would follow each project's.
      const user = timeZone === null ? await call('meUpdate', { body: { timeZone: browserZone } }) : null
      if (user) updateSession(user)
      return (await call('notificationSettingsPut', { body: { data: values } })).data
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: deliveriesKey })
      notify({ title: 'Hours saved' })
    },
    onError: leaveWhenSignedOut,
  })
  return (
    <Section
      title="Quiet hours and digests"
      hint={
        <>
          For the rules of all your projects, in your time zone, {zoneText(timeZone ?? browserZone)}.{' '}
          <Link to={paths.accountMain} className="underline hover:text-ink">
            Change time zone
          </Link>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (fault === undefined && !save.isPending) save.mutate()
        }}
        noValidate
        className="flex flex-col gap-4"
      >
        <Checkbox
          label="Quiet hours"
          hint="Nothing is sent to you during these hours. Anything found is sent afterward."
          checked={quietHours !== null}
          onChange={(isOn) => setValues({ ...values, quietHours: isOn ? usualQuiet : null })}
        />
        {quietHours && (
          <>
            <Days
              label="Quiet days"
              days={quietHours.days}
              onChange={(days) => setValues({ ...values, quietHours: { ...quietHours, days } })}
            />
            <Span
              label="Quiet"
              value={quietHours}
              onChange={(span) => setValues({ ...values, quietHours: { ...quietHours, ...span } })}
            />
            {quietHours.to <= quietHours.from && (
              <p className="pl-7 text-muted text-sm">They start on these days and end the next day.</p>
            )}
          </>
        )}
        <Checkbox
          label="Digests at a time of my own"
          hint="For daily and weekly digests. Otherwise they arrive at the time of each rule."
          checked={timeOfDay !== null}
          onChange={(isOn) => setValues({ ...values, timeOfDay: isOn ? usualTime : null })}
        />
        {timeOfDay !== null && (
          <div className="ml-7 w-32">
            <Input
              type="time"
              aria-label="Digest time"
              value={timeOfDay}
              onChange={(event) => setValues({ ...values, timeOfDay: event.target.value })}
            />
          </div>
        )}
        <FormError>{fault ?? (save.error ? messageOf(save.error) : undefined)}</FormError>
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          disabled={fault !== undefined}
          className="self-start"
        >
          {save.isPending ? 'Saving…' : 'Save hours'}
        </Button>
      </form>
    </Section>
  )
}
