import { useQueryClient } from '@tanstack/react-query'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { text } from '#platform/contract/texts.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { faultOf, useServerForm } from '#platform/web/forms/form.ts'
import type { Destination } from '../../contract-deliveries.ts'
import { webhooksQuery } from './queries.ts'

export type Channel = Destination['channel']

/** Where each channel's address comes from, and what one looks like. */
const addresses: Record<Exclude<Channel, 'telegram'>, { hint: string; placeholder: string }> = {
  webhook: { hint: 'A public https URL.', placeholder: 'https://example.com/hook' },
  slack: {
    hint: 'The URL of an incoming webhook of your Slack app.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  discord: {
    hint: 'The webhook URL from the settings of the Discord channel.',
    placeholder: 'https://discord.com/api/webhooks/…',
  },
}

interface Values {
  name: string
  address?: string
  botToken?: string
  chatId?: string
}

interface DestinationFormProps {
  projectId: string
  channel: Channel
  /** The one to change, which keeps its address unless another one is entered. */
  saved?: Destination
  /** Returns what to do once the list is up to date. */
  save: (values: Values) => Promise<() => void>
  onCancel: () => void
}

/** Checks the fields of a channel; its others stay empty. */
function valuesOf(channel: Channel, isSaved: boolean) {
  const only = (isShown: boolean, max: number) => {
    if (!isShown) return z.literal('')
    return isSaved ? z.union([z.literal(''), text(max)]) : text(max)
  }
  const isTelegram = channel === 'telegram'
  return z.object({
    name: text(100),
    address: only(!isTelegram, 2_000),
    botToken: only(isTelegram, 100),
    chatId: only(isTelegram, 100),
  })
}

/** The name and the address of a webhook or chat. The address is never shown again, since it may hold a token. */
export function DestinationForm({ projectId, channel, saved, save, onCancel }: DestinationFormProps) {
  const queryClient = useQueryClient()
  const initial = { name: saved?.name ?? '', address: '', botToken: '', chatId: '' }
  const { form, onSubmit, busy, formError } = useServerForm(
    valuesOf(channel, saved !== undefined),
    initial,
    async ({ name, ...places }) => {
      const entered = Object.entries(places).filter(([, value]) => value !== '')
      const finish = await save({ name, ...Object.fromEntries(entered) })
      await queryClient.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey })
      finish()
    },
  )
  const { errors } = form.formState
  const place = channel === 'telegram' ? null : addresses[channel]
  const kept = `Leave it empty to keep the one at ${saved?.host}.`
  return (
    <form onSubmit={onSubmit} noValidate aria-label={saved?.name ?? 'New webhook'} className="flex flex-col gap-4">
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
            hint={saved ? `${place.hint} ${kept}` : place.hint}
            error={errors.address?.type ? 'Enter an address' : faultOf(errors.address)}
            registered={form.register('address')}
            placeholder={place.placeholder}
          />
        ) : (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Bot token"
              hint={
                saved
                  ? 'From @BotFather in Telegram. Leave both empty to keep the chat.'
                  : 'From @BotFather in Telegram.'
              }
              error={errors.botToken?.type ? 'Enter a bot token' : faultOf(errors.botToken)}
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
          {saved ? (busy ? 'Saving…' : 'Save') : busy ? 'Adding…' : channel === 'webhook' ? 'Add webhook' : 'Add chat'}
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
