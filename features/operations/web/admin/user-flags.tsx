import { useState } from 'react'
import { type FlagName, flagNames, flags } from '#platform/contract/flags.ts'
import { Select } from '#platform/ui/fields/select.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { AdminUserDetails } from '../../contract-admin.ts'
import { call } from './api.ts'

type Choice = 'default' | 'on' | 'off'

/** The feature flags of a user: a value, or none of their own. */
export function UserFlags({ user, onChange }: { user: AdminUserDetails; onChange: () => void }) {
  const [pending, setPending] = useState<FlagName | null>(null)
  async function set(name: FlagName, choice: Choice): Promise<void> {
    setPending(name)
    const value = choice === 'default' ? null : choice === 'on'
    await withErrorToast(() => call('adminFlagsPut', { id: user.id, body: { data: { flags: { [name]: value } } } }))
    setPending(null)
    onChange()
  }
  return (
    <ul className="divide-y divide-line border-line border-y">
      {flagNames.map((name) => (
        <li key={name} className="flex items-center justify-between gap-4 py-1.5">
          <div className="min-w-0">
            <p>{flags[name].label}</p>
            <p className="text-muted text-sm">{flags[name].about}</p>
          </div>
          <Select<Choice>
            aria-label={flags[name].label}
            quiet
            disabled={pending !== null}
            value={choiceOf(user.flags[name])}
            onChange={(choice) => void set(name, choice)}
            options={[
              { value: 'default', label: `Default (${flags[name].default ? 'on' : 'off'})` },
              { value: 'on', label: 'On' },
              { value: 'off', label: 'Off' },
            ]}
          />
        </li>
      ))}
    </ul>
  )
}

function choiceOf(value: boolean | undefined): Choice {
  if (value === undefined) return 'default'
  return value ? 'on' : 'off'
}
