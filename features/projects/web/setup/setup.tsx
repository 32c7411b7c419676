import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { loadOptional } from '#platform/ui/parts.ts'
import { Wordmark } from '#platform/ui/signal.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { logOut } from '#platform/web/session/log-out.ts'
import { projectsQuery, selectProject } from '#platform/web/session/project.ts'
import { PreviewCreate, type Project } from '../../contract.ts'
import { CommunitiesField, CompetitorsField, KeywordsField, NameField, SummaryField } from './fields.tsx'
import { type SetupForm, useSetupForm } from './use-setup-form.ts'
import { Samples, Website } from './website.tsx'

/** Loaded once there is something to look for, together with code that the leads page needs too. */
const Preview = lazy(() => loadOptional(async () => (await import('./preview.tsx')).Preview))

/** For users who archived their only project and are therefore sent here. */
const ArchivedProjects = lazy(() =>
  loadOptional(async () => (await import('../archived-projects.tsx')).ArchivedProjects),
)

/** The set-up form: the product and what to look for. Input survives a reload. */
export function Setup() {
  const { form, onSubmit, busy, formError, website, proposedCommunities } = useSetupForm()
  const { data: projects = [] } = useQuery(projectsQuery)
  const isFirst = projects.length === 0
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-6 pt-6 pb-24">
      <Header isFirst={isFirst} />
      <main className="mt-12 sm:mt-16">
        {isFirst && <RestoreProject />}
        <h1 className="font-semibold text-3xl tracking-tight">Tell us about your product</h1>
        <p className="mt-3 text-lg text-muted">
          Earshot finds people on Reddit who need it and explains why each one is a fit.
        </p>
        <Samples reading={website.reading} onTry={(address) => void website.readSample(address)} />
        <Website form={form} website={website} />
        <form onSubmit={onSubmit} noValidate className="flex flex-col gap-8 border-line border-t pt-8">
          <NameField form={form} />
          <SummaryField form={form} />
          <KeywordsField form={form} />
          <CompetitorsField form={form} reading={website.reading} />
          <CommunitiesField form={form} proposed={proposedCommunities} />
          <PreviewOf form={form} />
          <FormError>{formError}</FormError>
          <Submit busy={busy} />
        </form>
      </main>
    </div>
  )
}

/** Users without a project can only log out; others can return to their leads. */
function Header({ isFirst }: { isFirst: boolean }) {
  return (
    <header className="flex items-center justify-between">
      <Wordmark className="text-lg" />
      {isFirst ? (
        <Button look="ghost" size="small" onClick={() => void logOut()}>
          Sign out
        </Button>
      ) : (
        <Link to={paths.opportunities} className={buttonClasses({ look: 'ghost', size: 'small' })}>
          Cancel
        </Link>
      )}
    </header>
  )
}

function RestoreProject() {
  const navigate = useNavigate()
  async function open({ id }: Project): Promise<void> {
    selectProject(id)
    await navigate(paths.opportunities, { replace: true })
  }
  return (
    <Suspense>
      <ArchivedProjects className="mb-12" onRestored={(project) => void open(project)} />
    </Suspense>
  )
}

/** Previews the finds of the current form. Renders nothing while the form has nothing to look for. */
function PreviewOf({ form }: { form: SetupForm }) {
  const [typed = null, summary = '', keywords = [], competitors = []] = useWatch({
    control: form.control,
    name: ['website', 'summary', 'keywords', 'competitors'],
  })
  const website = PreviewCreate.shape.website.safeParse(typed).data ?? null
  if (summary.trim() === '' && keywords.length === 0 && competitors.length === 0) return null
  return (
    <Suspense>
      <Preview wanted={{ website, summary, keywords, competitors }} />
    </Suspense>
  )
}

function Submit({ busy }: { busy: boolean }) {
  return (
    <div className="flex flex-col gap-4 border-line border-t pt-8 sm:flex-row sm:items-center sm:justify-between">
      <p className="text-muted text-sm sm:max-w-64">
        Next, we scan every stored post. You can change all of this later.
      </p>
      <Button type="submit" look="brand" size="large" busy={busy}>
        {busy ? 'Creating…' : 'Create project'}
      </Button>
    </div>
  )
}
