import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '#platform/ui/fields/field.tsx'
import type { Option } from '#platform/ui/fields/option.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { call } from '../api.ts'
import { type Channel, DestinationForm } from './destination-form.tsx'
import type { ShownSecret } from './webhook-secret.tsx'

const channelOptions: readonly Option<Channel>[] = [
  { value: 'webhook', label: 'Webhook', detail: 'Signed JSON to your own server' },
  { value: 'slack', label: 'Slack' },
  { value: 'discord', label: 'Discord' },
  { value: 'telegram', label: 'Telegram' },
]

interface NewWebhookProps {
  projectId: string
  /** The secret of a new webhook; null for a chat, which has none. */
  onCreated: (secret: ShownSecret | null) => void
  onCancel: () => void
}

/** Adds a webhook, whose secret is then shown once, or a chat where the operator allows it. */
export function NewWebhook({ projectId, onCreated, onCancel }: NewWebhookProps) {
  const { data: config } = useQuery(configQuery)
  const [channel, setChannel] = useState<Channel>('webhook')
  return (
    <div className="flex flex-col gap-4">
      {config?.chatAlerts && (
        <Field label="Type">
          {(control) => <Select {...control} value={channel} onChange={setChannel} options={channelOptions} />}
        </Field>
      )}
      <DestinationForm
        key={channel}
        channel={channel}
        projectId={projectId}
        save={async (values) => {
          const { data } = await call('destinationsCreate', {
            body: { data: { project: projectId, channel, ...values } },
          })
          return () => {
            if (data.secret === null) notify({ title: `Added “${data.name}”` })
            onCreated(data.secret === null ? null : { title: `“${data.name}” added`, secret: data.secret })
          }
        }}
        onCancel={onCancel}
      />
    </div>
  )
}
