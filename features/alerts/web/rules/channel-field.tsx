import { useQuery } from '@tanstack/react-query'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { channelOptions } from '../labels.ts'
import type { RuleForm } from './use-rule-form.ts'

/** How a rule reaches its recipients. */
export function ChannelField({ form: { values, set }, locked }: { form: RuleForm; locked: boolean }) {
  const { data: config } = useQuery(configQuery)
  const isComing = config?.chatAlerts === false
  return (
    <Field label="Sent by" {...(isComing && { hint: 'Slack, Discord, and Telegram are coming soon.' })}>
      {(control) => (
        <Select
          {...control}
          value={values.channel}
          onChange={(channel) => set({ channel })}
          options={channelOptions}
          disabled={locked}
        />
      )}
    </Field>
  )
}
