import { Suspense } from 'react'
import { Controller } from 'react-hook-form'
import type { WebsiteProfile } from '#engine/website/profile.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { faultOf } from '#platform/web/forms/form.ts'
import { useSlot } from '#platform/web/slots.ts'
import { isOnPage } from './fill.ts'
import type { SetupForm } from './use-setup-form.ts'
import type { Reading } from './use-website.ts'

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
  return (
    <Field
      label="Product description"
      hint="Two or three sentences on what it does, who it's for, and the problem it solves. Earshot scores posts against this."
      error={faultOf(form.formState.errors.summary)}
    >
      {(control) => (
        <Textarea
          {...control}
          {...form.register('summary')}
          rows={4}
          placeholder="Quietbooks is bookkeeping software for solo shop owners. It scans receipts, matches them to bank transactions, and prepares year-end reports for your accountant."
        />
      )}
    </Field>
  )
}

export function KeywordsField({ form }: FieldProps) {
  return (
    <Controller
      control={form.control}
      name="keywords"
      render={({ field }) => (
        <Field
          label="Keywords"
          hint="Words people use to describe the problem, such as “bookkeeping” or “lost receipts”. Press Enter after each, or paste a list."
          error={listFault(form.formState.errors.keywords, 'keyword', 500)}
        >
          {(control) => (
            <TagInput
              {...control}
              noun="keyword"
              placeholder="Add a keyword"
              value={field.value ?? []}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        </Field>
      )}
    />
  )
}

/** The competitors, with suggestions after a website was read. */
export function CompetitorsField({ form, reading }: FieldProps & { reading: Reading }) {
  return (
    <Controller
      control={form.control}
      name="competitors"
      render={({ field }) => (
        <Field
          label="Competitors"
          aside="Optional"
          hint="People comparing or leaving a competitor are often the best leads."
          error={listFault(form.formState.errors.competitors, 'name', 100)}
        >
          {(control) => (
            <>
              <TagInput
                {...control}
                noun="competitor"
                placeholder="Add a competitor"
                value={field.value ?? []}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
              {reading.state === 'read' && (
                <Suggestions profile={reading.profile} value={field.value ?? []} onChange={field.onChange} />
              )}
            </>
          )}
        </Field>
      )}
    />
  )
}

interface SuggestionsProps {
  profile: WebsiteProfile
  value: readonly string[]
  onChange: (names: string[]) => void
}

/** Suggests competitors that no page of the website names, for the user to confirm. */
function Suggestions({ profile, value, onChange }: SuggestionsProps) {
  const names = profile.competitors.filter((each) => !isOnPage(each)).map(({ text }) => text)
  const open = names.filter((name) => !value.includes(name))
  if (open.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">Suggested competitors:</span>
      {open.map((name) => (
        <Button key={name} size="small" aria-label={`Add ${name}`} onClick={() => onChange([...value, name])}>
          <Icon name="add" className="size-3.5" /> {name}
        </Button>
      ))}
    </div>
  )
}

export function CommunitiesField({ form, proposed }: FieldProps & { proposed: string[] }) {
  const fault = form.formState.errors.communities
  const { Field: CommunitiesInput } = useSlot('communities')
  return (
    <Controller
      control={form.control}
      name="communities"
      render={({ field }) => (
        <Suspense>
          <CommunitiesInput
            value={field.value ?? []}
            onChange={field.onChange}
            proposed={proposed}
            error={fault && communitiesFault(fault)}
          />
        </Suspense>
      )}
    />
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
