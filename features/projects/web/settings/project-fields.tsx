import type { UseFormReturn } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { MultiCombobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { faultOf } from '#platform/web/forms/form.ts'
import { languageOptions } from '#platform/web/forms/languages.ts'
import { TimeZoneSelect } from '#platform/web/forms/time-zone-select.tsx'
import { useSlot } from '#platform/web/slots.ts'
import type { Settings } from './settings.ts'

interface FieldProps {
  form: UseFormReturn<Settings>
  locked: boolean
}

/** Name, website, and summary of the product. */
export function ProductFields({ form, locked }: FieldProps) {
  const { errors } = form.formState
  return (
    <>
      <Field label="Product name" error={faultOf(errors.name) && 'Enter a product name of 1 to 100 characters'}>
        {(control) => <Input {...control} {...form.register('name')} disabled={locked} autoComplete="organization" />}
      </Field>
      <Field label="Website" aside="Optional" error={faultOf(errors.website) && 'Enter an address such as example.com'}>
        {(control) => (
          <Input
            {...control}
            {...form.register('website', { setValueAs: (value: string | null) => value || null })}
            disabled={locked}
            type="url"
            inputMode="url"
            placeholder="example.com"
          />
        )}
      </Field>
      <Field
        label="Product description"
        hint="Two or three sentences: what it does, who it's for, and the problem it solves. Earshot scores posts against this."
        error={faultOf(errors.summary)}
      >
        {(control) => <Textarea {...control} {...form.register('summary')} disabled={locked} rows={6} />}
      </Field>
    </>
  )
}

export function AudienceField(props: FieldProps) {
  return (
    <PhrasesField
      {...props}
      name="audience"
      label="Target audience"
      hint="A few words each, such as “freelance designers”. Earshot uses them to find leads."
      noun="audience"
      placeholder="Add an audience"
    />
  )
}

export function PainsField(props: FieldProps) {
  return (
    <PhrasesField
      {...props}
      name="pains"
      label="Pain points"
      hint="In your customers' words, such as “chasing late invoices”. Earshot uses them to find leads."
      noun="pain point"
      placeholder="Add a pain point"
    />
  )
}

interface PhrasesFieldProps extends FieldProps {
  name: 'audience' | 'pains'
  label: string
  hint: string
  noun: string
  placeholder: string
}

function PhrasesField({ form, locked, name, label, hint, noun, placeholder }: PhrasesFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          label={label}
          aside="Optional"
          hint={hint}
          error={fieldState.error && 'Enter at most 20, each up to 200 characters'}
        >
          {(control) => <TagInput {...control} {...field} noun={noun} placeholder={placeholder} disabled={locked} />}
        </Field>
      )}
    />
  )
}

export function CommunitiesField({ form, locked }: FieldProps) {
  const { Field: CommunitiesInput } = useSlot('communities')
  return (
    <Controller
      control={form.control}
      name="communities"
      render={({ field, fieldState }) => (
        <CommunitiesInput
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error && 'Add at most 50 communities'}
          disabled={locked}
          hasPlaybooks
        />
      )}
    />
  )
}

export function LanguagesField({ form, locked }: FieldProps) {
  return (
    <Controller
      control={form.control}
      name="languages"
      render={({ field, fieldState }) => (
        <Field
          label="Languages"
          aside="Optional"
          hint="Find leads in these languages, in addition to English and the language you wrote in above."
          error={fieldState.error && 'Add at most 20 languages'}
        >
          {(control) => (
            <MultiCombobox
              {...control}
              value={field.value}
              onChange={field.onChange}
              options={languageOptions(field.value)}
              placeholder="Add a language"
              disabled={locked}
            />
          )}
        </Field>
      )}
    />
  )
}

export function TimeZoneField({ form, locked }: FieldProps) {
  return (
    <Controller
      control={form.control}
      name="timeZone"
      render={({ field }) => (
        <Field
          label="Time zone"
          hint="Sets when new leads and daily messages arrive."
          error={faultOf(form.formState.errors.timeZone)}
        >
          {(control) => <TimeZoneSelect {...control} value={field.value} onChange={field.onChange} disabled={locked} />}
        </Field>
      )}
    />
  )
}
