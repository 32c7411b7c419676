import type { FormEvent, ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { Button } from '#platform/ui/button.tsx'
import type { ControlProps } from '#platform/ui/fields/field.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { extra } from '#platform/ui/parts.ts'
import type { Reading } from './use-website.ts'

/** Nothing of it is needed before a website is read. */
const Outcome = lazy(() => extra(async () => (await import('./outcome.tsx')).Outcome))

interface WebsiteProps {
  reading: Reading
  /** What is wrong with the address as it stands. */
  fault: string | undefined
  onRead: () => void
  onStop: () => void
  children: (control: ControlProps) => ReactNode
}

/** The address of a website, and what came of reading it. */
export function Website({ reading, fault, onRead, onStop, children }: WebsiteProps) {
  const failure = reading.state === 'failed' ? `${reading.message}. You can fill the form in yourself.` : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onRead()
  }
  return (
    <section className="flex flex-col gap-4">
      <form onSubmit={submit} noValidate>
        <Field
          label="Website"
          aside="Optional"
          hint="We read it once and propose the rest of this form. You can change all of it."
          error={fault ?? failure}
        >
          {(control) => (
            <div className="flex flex-col gap-2 sm:flex-row">
              {children(control)}
              <Button type="submit" size="medium" className="min-h-10" busy={reading.state === 'reading'}>
                <Icon name="search" /> Read my website
              </Button>
            </div>
          )}
        </Field>
      </form>
      <div aria-live="polite" className="empty:hidden">
        {(reading.state === 'reading' || reading.state === 'read') && (
          <Suspense>
            <Outcome reading={reading} onStop={onStop} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
