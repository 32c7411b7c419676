import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { text } from '#platform/contract/texts.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import type { Option } from '#platform/ui/fields/option.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { faultOf, useServerForm } from '#platform/web/forms/form.ts'
import type { Destination } from '../../contract-deliveries.ts'
import { call } from '../api.ts'
import { webhooksQuery } from './queries.ts'
import type { ShownSecret } from './webhook-secret.tsx'

type Channel = Destination['channel']

const channelOptions: readonly Option<Channel>[] = [
  { value: 'webhook', label: 'Webhook', detail: 'Signed JSON to your own server' },
  { value: 'slack', label: 'Slack' },
  { value: 'discord', label: 'Discord' },
  { value: 'telegram', label: 'Telegram' },
]

/** Where each channel's address comes from, and what one looks like. */
const addresses: Record<Exclude<Channel, 'telegram'>, { hint: string; placeholder: string }> = {
  webhook: { hint: 'An https URL that the internet can reach.', placeholder: 'https://example.com/hook' },
  slack: {
    hint: 'The URL of an incoming webhook of your Slack app.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  discord: {
    hint: 'The webhook URL from the settings of the Discord channel.',
    placeholder: 'https://discord.com/api/webhooks/…',
  },
}

interface NewWebhookProps {
  projectId: string
  /** The secret of a new webhook; null for a chat, which has none. */
  onCreated: (secret: ShownSecret | null) => void
  onCancel: () => void
}

/** Adds a webhook, whose secret is then shown once, or a chat where the operator allows it. */
export function NewWebhook(props: NewWebhookProps) {
  const { data: config } = useQuery(configQuery)
  const [channel, setChannel] = useState<Channel>('webhook')
  return (
    <div className="flex flex-col gap-4">
      {config?.chatAlerts && (
        <Field label="Type">
          {(control) => <Select {...control} value={channel} onChange={setChannel} options={channelOptions} />}
        </Field>
      )}
      <DestinationForm key={channel} channel={channel} {...props} />
    </div>
  )
}

/** Checks the fields of a channel; its others stay empty. */
function valuesOf(channel: Channel) {
  const only = (isNeeded: boolean, max: number) => (isNeeded ? text(max) : z.literal(''))
  const isTelegram = channel === 'telegram'
  return z.object({
    name: text(100),
    address: only(!isTelegram, 2_000),
    botToken: only(isTelegram, 100),
    chatId: only(isTelegram, 100),
  })
}

function DestinationForm({ channel, projectId, onCreated, onCancel }: NewWebhookProps & { channel: Channel }) {
  const queryClient = useQueryClient()
  const empty = { name: '', address: '', botToken: '', chatId: '' }
  const { form, onSubmit, busy, formError } = useServerForm(valuesOf(channel), empty, async (values) => {
    const { name, address, botToken, chatId } = values
    const place = channel === 'telegram' ? { botToken, chatId } : { address }
    const { data } = await call('destinationsCreate', {
      body: { data: { project: projectId, channel, name, ...place } },
    })
    await queryClient.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey })
    if (data.secret === null) notify({ title: `Added “${data.name}”` })
    onCreated(data.secret === null ? null : { title: `“${data.name}” added`, secret: data.secret })
  })
  const { errors } = form.formState
  const place = channel === 'telegram' ? null : addresses[channel]
  return (
    <form onSubmit={onSubmit} noValidate aria-label="New webhook" className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        <TextField
          label="Name"
          error={errors.name?.type ? 'Enter a name of 1 to 100 characters' : faultOf(errors.name)}
          registered={form.register('name')}
          placeholder={channel === 'webhook' ? 'CRM' : 'Sales chat'}
          autoFocus={channel === 'webhook'}
        />
        {place ? (
          <TextField
            label="Address"
            hint={place.hint}
            error={errors.address?.type ? 'Enter an address' : faultOf(errors.address)}
            registered={form.register('address')}
            placeholder={place.placeholder}
          />
        ) : (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Bot token"
              hint="From @BotFather in Telegram."
              error={errors.botToken?.type ? 'Enter the token of a bot' : faultOf(errors.botToken)}
              registered={form.register('botToken')}
            />
            <TextField
              label="Chat"
              hint="The number of a chat, or the @name of a channel, where the bot may write."
              error={errors.chatId?.type ? 'Enter a chat' : faultOf(errors.chatId)}
              registered={form.register('chatId')}
            />
          </div>
        )}
      </div>
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Adding…' : channel === 'webhook' ? 'Add webhook' : 'Add chat'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

interface TextFieldProps {
  label: string
  hint?: string
  error: string | undefined
  registered: UseFormRegisterReturn
  placeholder?: string
  autoFocus?: boolean
}

function TextField({ label, hint, error, registered, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(control) => <Input {...control} {...registered} {...input} autoComplete="off" spellCheck={false} />}
    </Field>
  )
}
