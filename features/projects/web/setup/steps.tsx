import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { Navigate } from 'react-router'
import { isProductDescribed, type SetupStep, setupSteps } from '#engine/rules/setup-steps.ts'
import { planOf } from '#engine/subscription/plans.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import type { Answers } from './answers.ts'
import { AlertsField, CommunitiesField } from './fields.tsx'
import { ProductStep } from './product-step.tsx'
import { RepliesStep } from './replies-step.tsx'
import type { Saving } from './use-saving.ts'
import { type SetupForm, useSetupForm } from './use-setup-form.ts'
import { WatchlistStep } from './watchlist-step.tsx'

const titles: Record<SetupStep, string> = {
  product: 'Tell us about your product',
  watchlist: 'Choose what to listen for',
  communities: 'Choose where to listen',
  replies: 'Choose what replies can say',
  alerts: 'Choose when to hear from us',
}

const leads: Record<SetupStep, string> = {
  product: 'Earshot finds people on Reddit who need it and explains why each one is a fit.',
  watchlist: 'Earshot finds posts with these words, and posts that fit your product without them.',
  communities: 'Include the communities where your audience posts.',
  replies: 'Earshot suggests replies to your leads, based only on these facts.',
  alerts: 'Earshot emails you when it finds people who need your product.',
}

/** The step in the address, with its navigation. */
export function Steps({ userId, onServer }: { userId: string; onServer: Answers }) {
  const setup = useSetupForm(userId, onServer)
  const { form, step, asked, saving, busy, formError, website } = setup
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    // The focus follows a change of steps, so that screen readers announce the new one.
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  const isLast = step === setupSteps.at(-1)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (isLast ? setup.finish() : setup.next())
  }
  // The first step is at the plain address, where people arrive.
  if (step !== (asked ?? 'product')) return <Navigate to={`?step=${step}`} replace />
  return (
    <>
      <Progress step={step} saving={saving} />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-6 text-balance font-semibold text-2xl tracking-tight outline-none sm:text-3xl"
      >
        {titles[step]}
      </h1>
      <p className="mt-2 text-muted sm:text-lg">{leads[step]}</p>
      <ClientPlan form={form} />
      {step === 'product' && setup.isContinued && (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="text-muted">Your answers from last time are still here.</span>
          <Button size="small" onClick={setup.startOver}>
            Start over
          </Button>
        </p>
      )}
      {step === 'product' && <ProductStep form={form} website={website} onSubmit={submit} id={formId} />}
      {step !== 'product' && (
        <form id={formId} onSubmit={submit} noValidate className="mt-8">
          {step === 'watchlist' && <WatchlistStep form={form} />}
          {step === 'communities' && <CommunitiesField form={form} />}
          {step === 'replies' && <RepliesStep form={form} />}
          {step === 'alerts' && <AlertsField form={form} />}
        </form>
      )}
      <div className="mt-8 flex flex-col gap-4 border-line border-t pt-6">
        <FormError>{formError}</FormError>
        <Actions form={form} step={step} onBack={setup.back} onSkip={() => void setup.finish()} busy={busy}>
          <Button type="submit" form={formId} look="brand" size="large" busy={busy}>
            {isLast ? (busy ? 'Creating…' : 'Create project') : 'Continue'}
          </Button>
        </Actions>
      </div>
    </>
  )
}

const formId = 'setup-step'

/** Says that the project is for a client of the user's agency, and with which plan. */
function ClientPlan({ form }: { form: SetupForm }) {
  const plan = useWatch({ control: form.control, name: 'agencyPlan' })
  if (plan === null) return null
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Badge look="accent">Client project</Badge>
      <span className="text-muted">For a client of your agency, with the limits of {planOf(plan).name}.</span>
      <Button size="small" look="ghost" onClick={() => form.setValue('agencyPlan', null)}>
        Make it an ordinary project
      </Button>
    </p>
  )
}

/** How far the setup is, and whether the answers are saved. */
function Progress({ step, saving }: { step: SetupStep; saving: Saving }) {
  const at = setupSteps.indexOf(step)
  return (
    <div>
      <div aria-hidden="true" className="flex gap-1.5">
        {setupSteps.map((each, index) => (
          <span key={each} className={classes('h-1 flex-1 rounded-full', index <= at ? 'bg-accent' : 'bg-shade')} />
        ))}
      </div>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 text-muted text-sm">
        <p>
          Step {at + 1} of {setupSteps.length}
        </p>
        <p aria-live="polite" className={saving.state === 'failed' ? 'text-danger' : undefined}>
          {savingText(saving)}
        </p>
      </div>
    </div>
  )
}

function savingText(saving: Saving): string {
  switch (saving.state) {
    case 'saved':
      return ''
    case 'saving':
      return 'Saving…'
    case 'failed':
      return saving.message
  }
}

interface ActionsProps {
  form: SetupForm
  step: SetupStep
  onBack: () => void
  onSkip: () => void
  busy: boolean
  /** The main action. */
  children: ReactNode
}

/** Back, skip and the main action; on a narrow screen, the main one first. */
function Actions({ form, step, onBack, onSkip, busy, children }: ActionsProps) {
  const [name, summary] = useWatch({ control: form.control, name: ['name', 'summary'] })
  const isSkippable = step !== setupSteps.at(-1) && isProductDescribed({ name, summary })
  return (
    <>
      <div className="flex flex-wrap gap-2 sm:justify-end">
        {step !== 'product' && (
          <Button look="ghost" size="large" onClick={onBack} className="max-sm:flex-1 sm:mr-auto sm:-ml-5">
            Back
          </Button>
        )}
        {isSkippable && (
          <Button look="ghost" size="large" onClick={onSkip} busy={busy} className="max-sm:flex-1">
            Skip the rest
          </Button>
        )}
        <div className="flex max-sm:order-first max-sm:w-full max-sm:flex-col">{children}</div>
      </div>
      <p className="text-muted text-sm sm:text-right">You can change all of this later.</p>
    </>
  )
}
