import { Controller } from 'react-hook-form'
import type { SessionUser } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { faultOf, resetTo, useServerForm } from '#platform/web/forms/form.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { TimeZoneSelect } from '#platform/web/forms/time-zone-select.tsx'
import { ownTimeZone } from '#platform/web/forms/time-zones.ts'
import { updateSession } from '#platform/web/session/session.ts'
import { UserUpdate } from '../../contract.ts'
import { call } from '../api.ts'

const Editable = UserUpdate.pick({ username: true, timeZone: true }).required()

/** The user's name and time zone. */
export function Profile({ user }: { user: SessionUser }) {
  const { username, timeZone } = user
  const { form, onSubmit, busy, formError } = useServerForm(Editable, { username, timeZone }, async (data) => {
    const sent = form.getValues()
    const answer = await call('meUpdate', { body: data })
    updateSession(answer)
    resetTo(form, sent, { username: answer.username, timeZone: answer.timeZone })
    notify({ title: 'Profile saved' })
  })
  const { errors } = form.formState
  return (
    <Section title="Profile">
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
        <Field
          label="Username"
          hint="You can sign in with it instead of your email."
          error={errors.username?.type === 'too_small' ? 'At least 3 characters' : faultOf(errors.username)}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('username')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Controller
          control={form.control}
          name="timeZone"
          render={({ field }) => (
            <Field
              label="Time zone"
              hint={
                field.value === null
                  ? `Not set. Your browser uses ${ownTimeZone().replaceAll('_', ' ')}.`
                  : 'Used for your quiet hours and the dates in emails.'
              }
              error={faultOf(errors.timeZone)}
            >
              {(control) => <TimeZoneSelect {...control} value={field.value} onChange={field.onChange} />}
            </Field>
          )}
        />
        <FormError>{formError}</FormError>
        <Button type="submit" look="primary" busy={busy} className="self-start">
          {busy ? 'Saving…' : 'Save profile'}
        </Button>
      </form>
    </Section>
  )
}
