import { Field } from '#platform/ui/fields/field.tsx'
import { Textarea } from '#platform/ui/fields/input.tsx'
import { faultOf } from '#platform/web/forms/form.ts'
import type { SetupForm } from './use-setup-form.ts'

interface RepliesStepProps {
  form: SetupForm
}

/** What suggested replies may say, how they sound, and the line that says who writes them. All of it is optional. */
export function RepliesStep({ form }: RepliesStepProps) {
  const { errors } = form.formState
  const name = form.getValues('name').trim() || 'your product'
  const isFilledIn = form.getValues('proposals').facts.length > 0
  return (
    <div className="flex flex-col gap-6">
      <Field
        label="Facts"
        aside="Optional"
        hint={`One per line. ${isFilledIn ? 'Filled in from your website: correct them and add' : 'Such as'} prices, limits, and answers to what people ask.`}
        error={errors.facts && faultOf(errors.facts)}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register('facts')}
            rows={7}
            dir="auto"
            placeholder={`Free for one user, $9 a month per user\nSyncs with Gmail and Outlook`}
          />
        )}
      </Field>
      <Field
        label="Disclosure"
        aside="Optional"
        hint="The line that ends each reply that names your product."
        error={errors.disclosure && faultOf(errors.disclosure)}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register('disclosure')}
            rows={2}
            dir="auto"
            placeholder={`Disclosure: I work on ${name}.`}
          />
        )}
      </Field>
      <Field
        label="Voice"
        aside="Optional"
        hint="How replies sound. Only chat models use it."
        error={errors.voice && faultOf(errors.voice)}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register('voice')}
            rows={2}
            dir="auto"
            placeholder="Short sentences. No jargon. Admit what we can't do."
          />
        )}
      </Field>
    </div>
  )
}
