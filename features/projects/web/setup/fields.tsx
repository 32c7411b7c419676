import { Suspense } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { foldTags } from '#platform/ui/fields/tags.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { faultOf } from '#platform/web/forms/form.ts'
import { useSlot } from '#platform/web/slots.ts'
import type { SetupForm } from './use-setup-form.ts'

interface FieldProps {
  form: SetupForm
}

export function NameField({ form }: FieldProps) {
  const fault = form.formState.errors.name
  const isEmpty = form.getValues('name').trim() === ''
  return (
    <Field label="Product name" error={fault && (isEmpty ? 'Enter a product name' : faultOf(fault))}>
      {(control) => <Input {...control} {...form.register('name')} autoComplete="organization" />}
    </Field>
  )
}

export function SummaryField({ form }: FieldProps) {
  const fault = form.formState.errors.summary
  const isEmpty = form.getValues('summary').trim() === ''
  return (
    <Field
      label="Product description"
      hint="What it does, who it's for, and the problem it solves. Earshot scores posts against this."
      error={fault && (isEmpty ? 'Describe your product' : faultOf(fault))}
    >
      {(control) => (
        <Textarea
          {...control}
          {...form.register('summary')}
          rows={3}
          placeholder="Quietbooks is bookkeeping software for solo shop owners. It scans receipts and matches them to bank transactions."
        />
      )}
    </Field>
  )
}

interface PhrasesFieldProps extends FieldProps {
  name: 'audience' | 'pains'
  label: string
  noun: string
  placeholder: string
}

/** The audience or its pain points, a few words each. */
export function PhrasesField({ form, name, label, noun, placeholder }: PhrasesFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} aside="Optional" error={fieldState.error && 'Enter at most 20, each up to 200 characters'}>
          {(control) => <TagInput {...control} {...field} noun={noun} placeholder={placeholder} />}
        </Field>
      )}
    />
  )
}

interface EntriesFieldProps extends FieldProps {
  name: 'keywords' | 'competitors'
  label: string
  hint: string
  noun: string
  maxLength: number
  /** Suggestions that are not in the list. */
  proposed: readonly string[]
  /** How often each entry was found, as text. */
  hits: ReadonlyMap<string, string>
}

/** Keywords or competitors, with suggestions and what is known about their hits. */
export function EntriesField({ form, name, label, hint, noun, maxLength, proposed, hits }: EntriesFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <div className="flex flex-col gap-3">
          <Field
            label={label}
            aside="Optional"
            hint={hint}
            error={listFault(form.formState.errors[name], noun, maxLength)}
          >
            {(control) => (
              <TagInput
                {...control}
                {...field}
                noun={noun}
                placeholder={`Add a ${noun}`}
                noteOf={(tag) => hits.get(tag)}
              />
            )}
          </Field>
          <Suggestions
            {...{ noun, proposed, hits }}
            onAdd={(added) => field.onChange(foldTags([...field.value, ...added]))}
          />
        </div>
      )}
    />
  )
}

interface SuggestionsProps {
  noun: string
  proposed: readonly string[]
  hits: ReadonlyMap<string, string>
  onAdd: (added: readonly string[]) => void
}

/** Suggestions from the product's website and field, each added with one press, or all of them. */
function Suggestions({ noun, proposed, hits, onAdd }: SuggestionsProps) {
  if (proposed.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">Suggested {noun}s:</span>
      {proposed.map((each) => (
        <Button key={each} size="small" onClick={() => onAdd([each])}>
          <Icon name="add" className="size-3.5" />
          <span>
            <span className="sr-only">Add </span>
            {each}
          </span>
          {hits.has(each) && <span className="tabular text-muted">{hits.get(each)}</span>}
        </Button>
      ))}
      {proposed.length > 1 && (
        <Button look="ghost" size="small" onClick={() => onAdd(proposed)}>
          Add all
          <span className="sr-only">suggested {noun}s</span>
        </Button>
      )}
    </div>
  )
}

export function CommunitiesField({ form }: FieldProps) {
  const fault = form.formState.errors.communities
  const { Field: CommunitiesInput } = useSlot('communities')
  const proposals = useWatch({ control: form.control, name: 'proposals' })
  return (
    <Controller
      control={form.control}
      name="communities"
      render={({ field }) => (
        <Suspense fallback={<FieldSkeleton />}>
          <CommunitiesInput
            value={field.value}
            onChange={(names) => {
              form.clearErrors('communities')
              field.onChange(names)
            }}
            proposed={proposals.communities}
            error={fault && communitiesFault(fault)}
          />
        </Suspense>
      )}
    />
  )
}

export function AlertsField({ form }: FieldProps) {
  const Alerts = useSlot('setupAlerts')
  return (
    <Controller
      control={form.control}
      name="alerts"
      render={({ field }) => (
        <Suspense fallback={<FieldSkeleton />}>
          <Alerts value={field.value} onChange={field.onChange} />
        </Suspense>
      )}
    />
  )
}

/** About as high as the fields of these steps, so that the buttons below hardly move. */
function FieldSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-56 w-full rounded-xl" />
    </div>
  )
}

function communitiesFault({ type }: { type?: unknown }): string {
  if (type !== 'closed') return 'Add at most 50 communities'
  return 'None of these communities are accessible. Add another, or remove them to search all of Reddit'
}

/** Returns the error of a list or of one of its entries. */
function listFault(fault: unknown, noun: string, max: number): string | undefined {
  if (!fault) return undefined
  if (Array.isArray(fault)) return `A ${noun} is too long. The limit is ${max} characters`
  return typeof fault === 'object' && 'message' in fault && typeof fault.message === 'string'
    ? faultOf({ message: fault.message })
    : 'Too many entries'
}
