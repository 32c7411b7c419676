import type { MailPreset } from '#engine/mail/presets.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { securityNames } from './labels.ts'

/** A server as it is typed. */
export type TypedServer = MailPreset['imap'] & { user: string }

interface ServerFieldsProps {
  title: string
  value: TypedServer
  onChange: (value: TypedServer) => void
}

const securities = (['tls', 'startTls'] as const).map((value) => ({ value, label: securityNames[value] }))

/** Where a server is, how its connection is encrypted, and who signs in. */
export function ServerFields({ title, value, onChange }: ServerFieldsProps) {
  const change = (part: Partial<TypedServer>) => onChange({ ...value, ...part })
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 font-medium text-base">{title}</legend>
      <Field label="Host">
        {(control) => (
          <Input
            {...control}
            value={value.host}
            maxLength={253}
            placeholder="mail.example.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => change({ host: event.target.value })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Port">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={value.port === 0 ? '' : value.port}
              maxLength={5}
              onChange={(event) => change({ port: Number(event.target.value.replace(/\D/g, '')) })}
            />
          )}
        </Field>
        <Field label="Encryption">
          {(control) => (
            <Select
              {...control}
              value={value.security}
              options={securities}
              onChange={(security) => change({ security })}
            />
          )}
        </Field>
      </div>
      <Field label="User name">
        {(control) => (
          <Input
            {...control}
            value={value.user}
            maxLength={320}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => change({ user: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  )
}
