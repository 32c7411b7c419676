import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { type Passkey, PasskeyUpdate } from '../../../contract-passkeys.ts'
import { call } from '../../api.ts'
import { passkeysQuery } from '../queries.ts'

/** Changes the name of a passkey in its row. */
export function RenameForm({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { form, onSubmit, busy, formError } = useServerForm(PasskeyUpdate, { name }, async (data) => {
    await call('passkeysUpdate', { id, body: { data } })
    await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    onDone()
  })
  const fault = form.formState.errors.name
  return (
    <form onSubmit={onSubmit} noValidate aria-label={`Rename ${name}`} className="flex flex-col gap-3">
      <Field label="Name" error={fault?.type ? 'Enter a name of 1 to 100 characters' : faultOf(fault)}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" autoFocus />}
      </Field>
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="small" busy={busy}>
          {busy ? 'Saving…' : 'Save'}
        </Button>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
