import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { closedCommunities } from '#features/reddit/web/communities/use-profiles.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { extra } from '#platform/ui/parts.ts'
import { Wordmark } from '#platform/ui/signal.tsx'
import { call } from '#platform/web/api/api.ts'
import { logOut } from '#platform/web/api/log-out.ts'
import { faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { paths } from '#platform/web/page/paths.ts'
import { type Project, ProjectCreate } from '../../contract.ts'
import { projectsQuery, selectProject, useUser } from '../project.ts'
import { clearDraft, readDraft, writeDraft } from './draft.ts'
import { proposed } from './fill.ts'
import { Samples } from './samples.tsx'
import { Suggestions } from './suggestions.tsx'
import { useWebsite } from './use-website.ts'
import { Website } from './website.tsx'

/** Comes once there is something to find, with what the leads on the next page need too. */
const Preview = lazy(() => extra(async () => (await import('./preview.tsx')).Preview))

/** Looks up what it lists, which the form need not wait for. */
const CommunitiesField = lazy(() =>
  extra(async () => (await import('#features/reddit/web/communities/communities-field.tsx')).CommunitiesField),
)

/** For who has let their only project rest, and lands here because of that. */
const ArchivedProjects = lazy(() => extra(async () => (await import('../archived-projects.tsx')).ArchivedProjects))

/** The API takes a project that has nothing to listen for yet as a draft (DECISIONS 16); who sets one up gives it something. */
const SetupForm = ProjectCreate.refine(
  ({ summary, keywords, competitors }) => summary !== '' || keywords.length > 0 || competitors.length > 0,
  { path: ['summary'], message: 'Say what you make, or add a keyword: there is nothing to listen for yet' },
)

/** The first form: what one makes and what to listen for. A reload loses nothing that was typed. */
export function Setup() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const userId = useUser()?.id ?? ''
  const draft = readDraft(userId)
  const { form, onSubmit, busy, formError } = useServerForm(SetupForm, draft, async (values): Promise<void> => {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const closed = closedCommunities(queryClient)
    const communities = values.communities.filter((name) => !closed.has(name))
    // None would be all of Reddit, which is not what somebody meant who typed a name.
    if (communities.length === 0 && values.communities.some((name) => !readProposals().includes(name))) {
      return form.setError('communities', { type: 'closed' })
    }
    const { data: project } = await call('projectsCreate', { body: { data: { ...values, communities, timeZone } } })
    clearDraft()
    selectProject(project.id)
    await queryClient.fetchQuery({ ...projectsQuery, staleTime: 0 })
    await navigate(paths.opportunities, { replace: true })
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(userId, values) }),
    [form, userId],
  )
  const { errors } = form.formState
  const [summary = '', keywords = [], competitors = []] = useWatch({
    control: form.control,
    name: ['summary', 'keywords', 'competitors'],
  })
  const isSomething = summary.trim() !== '' || keywords.length > 0 || competitors.length > 0
  const { reading, start, stop, forgetFailure } = useWebsite({
    read: () => {
      const { name, summary = '', keywords = [], competitors = [], communities = [] } = form.getValues()
      return { name, summary, keywords, competitors, communities }
    },
    write: (filled) => {
      const options = { shouldValidate: form.formState.isSubmitted }
      form.setValue('name', filled.name, options)
      form.setValue('summary', filled.summary, options)
      form.setValue('keywords', filled.keywords, options)
      form.setValue('competitors', filled.competitors, options)
      form.setValue('communities', filled.communities, options)
    },
  })
  function readProposals(): string[] {
    return reading.state === 'read' ? proposed(reading.profile).communities : []
  }
  async function readSite() {
    const website = form.getValues('website')
    if (!website) form.setError('website', { type: 'empty' }, { shouldFocus: true })
    else if (await form.trigger('website', { shouldFocus: true })) await start(website)
  }
  async function trySample(website: string) {
    form.setValue('website', website)
    form.clearErrors('website')
    await start(website)
  }
  const { data: projects = [] } = useQuery(projectsQuery)
  async function goTo({ id }: Project): Promise<void> {
    selectProject(id)
    await navigate(paths.opportunities, { replace: true })
  }

  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-6 pt-6 pb-24">
      <header className="flex items-center justify-between">
        <Wordmark className="text-lg" />
        {projects.length > 0 ? (
          <Link to={paths.opportunities} className={buttonClasses({ look: 'ghost', size: 'small' })}>
            Cancel
          </Link>
        ) : (
          <Button look="ghost" size="small" onClick={() => void logOut()}>
            Log out
          </Button>
        )}
      </header>
      <main className="mt-12 sm:mt-16">
        {projects.length === 0 && (
          <Suspense>
            <ArchivedProjects className="mb-12" onWoken={(project) => void goTo(project)} />
          </Suspense>
        )}
        <h1 className="font-semibold text-3xl tracking-tight">What should we listen for?</h1>
        <p className="mt-3 text-lg text-muted">
          Tell us what you make. We read Reddit for people who need it, and say why each of them might.
        </p>
        <Samples
          reading={reading.state === 'reading' ? reading.website : null}
          onTry={(website) => void trySample(website)}
        />
        <div className="mt-10 mb-8">
          <Website
            reading={reading}
            fault={errors.website && 'Enter an address such as example.com'}
            onRead={() => void readSite()}
            onStop={stop}
          >
            {(control) => (
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
            )}
          </Website>
        </div>
        <form onSubmit={onSubmit} noValidate className="flex flex-col gap-8 border-line border-t pt-8">
          <Field label="Product name" error={errors.name && nameFault(form.getValues('name'), faultOf(errors.name))}>
            {(control) => <Input {...control} {...form.register('name')} autoComplete="organization" />}
          </Field>
          <Field
            label="What do you make, and for whom?"
            hint="Two or three sentences in your own words. Posts are judged by this, so say which problem goes away."
            error={faultOf(errors.summary)}
          >
            {(control) => (
              <Textarea
                {...control}
                {...form.register('summary')}
                rows={4}
                placeholder="Quietbooks is bookkeeping for people who run a shop alone. It reads receipts, matches them with the bank, and hands the accountant a finished year."
              />
            )}
          </Field>
          <Controller
            control={form.control}
            name="keywords"
            render={({ field }) => (
              <Field
                label="Keywords"
                hint="Words people use when they have the problem: “bookkeeping”, “lost receipts”. Press Enter after each, or paste a list."
                error={listFault(errors.keywords, 'keyword', 500)}
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
          <Controller
            control={form.control}
            name="competitors"
            render={({ field }) => (
              <Field
                label="Competitors"
                aside="Optional"
                hint="People who compare or leave one of these are often the best leads."
                error={listFault(errors.competitors, 'name', 100)}
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
          <Controller
            control={form.control}
            name="communities"
            render={({ field }) => (
              <Suspense>
                <CommunitiesField
                  value={field.value ?? []}
                  onChange={field.onChange}
                  proposed={readProposals()}
                  error={errors.communities && communitiesFault(errors.communities)}
                />
              </Suspense>
            )}
          />
          {isSomething && (
            <Suspense>
              <Preview wanted={{ summary, keywords, competitors }} />
            </Suspense>
          )}
          <FormError>{formError}</FormError>
          <div className="flex flex-col gap-4 border-line border-t pt-8 sm:flex-row sm:items-center sm:justify-between">
            <p className="text-muted text-sm sm:max-w-64">
              Next, every post we have is read for you. All of this can be changed later.
            </p>
            <Button type="submit" look="brand" size="large" busy={busy}>
              {busy ? 'Starting…' : 'Start listening'}
            </Button>
          </div>
        </form>
      </main>
    </div>
  )
}

function nameFault(typed: string, message: string | undefined): string | undefined {
  return typed.trim() === '' ? 'Give your product a name' : message
}

function communitiesFault({ type }: { type?: unknown }): string {
  if (type !== 'closed') return 'At most 50 communities'
  return 'None of these can be read. Add another, or remove them to listen to all of Reddit'
}

/** The fault of a list or of one of its entries. */
function listFault(fault: unknown, noun: string, max: number): string | undefined {
  if (!fault) return undefined
  if (Array.isArray(fault)) return `One ${noun} is too long: ${max} characters at most`
  return typeof fault === 'object' && 'message' in fault && typeof fault.message === 'string'
    ? faultOf({ message: fault.message })
    : `There are too many entries`
}
