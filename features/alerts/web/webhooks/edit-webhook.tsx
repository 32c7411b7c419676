import { notify } from '#platform/ui/overlays/toast.tsx'
import type { Destination } from '../../contract-deliveries.ts'
import { call } from '../api.ts'
import { DestinationForm } from './destination-form.tsx'

interface EditWebhookProps {
  projectId: string
  webhook: Destination
  onDone: () => void
}

/** Renames a webhook or chat, or moves it to another address. Its secret and its log stay. */
export function EditWebhook({ projectId, webhook, onDone }: EditWebhookProps) {
  return (
    <DestinationForm
      projectId={projectId}
      channel={webhook.channel}
      saved={webhook}
      save={async (values) => {
        const { data } = await call('destinationsUpdate', { id: webhook.id, body: { data: values } })
        return () => {
          notify({ title: `Saved “${data.name}”` })
          onDone()
        }
      }}
      onCancel={onDone}
    />
  )
}
