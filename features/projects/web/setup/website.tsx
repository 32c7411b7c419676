import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { lazy, Suspense } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { loadOptional } from '#platform/ui/parts.ts'
import { configQuery } from '#platform/web/api/config.ts'
import { call } from '../api.ts'
import type { SetupForm } from './use-setup-form.ts'
import type { Reading } from './use-website.ts'

/** Loaded when a website is read. */
const Outcome = lazy(() => loadOptional(async () => (await import('./outcome.tsx')).Outcome))

interface SamplesProps {
  reading: Reading
  onTry: (website: string) => void
}

/** Offers sample businesses from the sandbox to users without a website. Renders nothing while the sandbox is off. */
export function Samples({ reading, onTry }: SamplesProps) {
  const { data: config } = useQuery(configQuery)
  const { data } = useQuery({
    queryKey: ['sandbox'],
    queryFn: ({ signal }) => call('sandbox', { signal }),
    enabled: config?.sources.includes('sandbox') === true,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  const current = reading.state === 'reading' ? reading.website : null
  return (
    <section aria-labelledby="samples" className="mt-6">
      <h2 id="samples" className="text-muted text-sm">
        Just exploring? Try a sample product
      </h2>
      <ul className="mt-2 grid grid-cols-3 gap-2">
        {data.businesses.map(({ website, name, about }) => (
          <li key={website} className="flex">
            <button
              type="button"
              aria-busy={current === website || undefined}
              onClick={() => current === website || onTry(website)}
              className="w-full rounded-xl border border-line bg-raised px-3 py-2 text-left shadow-press transition-colors duration-150 hover:bg-hover aria-busy:bg-hover"
            >
              <span className="block font-medium">{name}</span>
              <span className="mt-0.5 block text-muted text-sm max-sm:hidden">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export interface WebsiteState {
  reading: Reading
  read: () => Promise<void>
  stop: () => void
  forgetFailure: () => void
}

interface WebsiteProps {
  form: SetupForm
  website: WebsiteState
}

/** The field for the product's website, with the result of reading it. */
export function Website({ form, website: { reading, read, stop, forgetFailure } }: WebsiteProps) {
  const fault = form.formState.errors.website && 'Enter an address such as example.com'
  const failure =
    reading.state === 'failed' ? `${reading.message}. Fill in the form yourself, or try another address.` : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void read()
  }
  return (
    <section className="mt-8 mb-6 flex flex-col gap-4">
      <form onSubmit={submit} noValidate>
        <Field
          label="Website"
          aside="Optional"
          hint="We read your site once and fill in the rest. You can edit everything."
          error={fault ?? failure}
        >
          {(control) => (
            <div className="flex flex-col gap-2 sm:flex-row">
              <Input
                {...control}
                {...form.register('website', {
                  setValueAs: (value: string) => value || null,
                  onChange: () => {
                    form.clearErrors('website')
                    forgetFailure()
                  },
                })}
                type="url"
                inputMode="url"
                autoComplete="url"
                enterKeyHint="go"
                placeholder="example.com"
                autoFocus
              />
              <Button type="submit" size="medium" className="min-h-10" busy={reading.state === 'reading'}>
                <Icon name="search" /> Read website
              </Button>
            </div>
          )}
        </Field>
      </form>
      <div aria-live="polite" className="empty:hidden">
        {(reading.state === 'reading' || reading.state === 'read') && (
          <Suspense>
            <Outcome reading={reading} onStop={stop} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
