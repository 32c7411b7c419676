import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { useServerForm } from '#platform/web/forms/form.ts'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery, selectProject, useUser } from '#platform/web/session/project.ts'
import { useSlot } from '#platform/web/slots.ts'
import { ProjectCreate } from '../../contract.ts'
import { call } from '../api.ts'
import { clearDraft, readDraft, writeDraft } from './draft.ts'
import { type Filled, proposed } from './fill.ts'
import { useWebsite } from './use-website.ts'

/** The API accepts an empty project as a draft (DECISIONS 16); on this screen a project needs something to look for. */
const SetupProject = ProjectCreate.refine(
  ({ summary, keywords, competitors }) => summary !== '' || keywords.length > 0 || competitors.length > 0,
  { path: ['summary'], message: 'Describe your product or add a keyword' },
)

/** The form that the sections of the set-up page share. */
export type SetupForm = UseFormReturn<z.input<typeof SetupProject>, unknown, z.output<typeof SetupProject>>

/** The set-up form: restored from this tab's draft, filled in from a website on request, submitted as a new project. */
export function useSetupForm() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const userId = useUser()?.id ?? ''
  const { unreadable } = useSlot('communities')
  const draft = readDraft(userId)
  const { form, onSubmit, busy, formError } = useServerForm(SetupProject, draft, async (values): Promise<void> => {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const closed = await unreadable(queryClient)
    const communities = values.communities.filter((name) => !closed.has(name))
    // An empty list means all of Reddit, which is not what a user who typed a name wants.
    if (communities.length === 0 && values.communities.some((name) => !proposedCommunities.includes(name))) {
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
  const { reading, start, stop, forgetFailure } = useWebsite({
    read: () => fillable(form),
    write: (filled) => fillIn(form, filled),
  })
  const proposedCommunities = reading.state === 'read' ? proposed(reading.profile).communities : []

  async function readWebsite() {
    const website = form.getValues('website')
    if (!website) form.setError('website', { type: 'empty' }, { shouldFocus: true })
    else if (await form.trigger('website', { shouldFocus: true })) await start(website)
  }
  async function readSample(website: string) {
    form.setValue('website', website)
    form.clearErrors('website')
    await start(website)
  }

  const website = { reading, read: readWebsite, readSample, stop, forgetFailure }
  return { form, onSubmit, busy, formError, website, proposedCommunities }
}

/** Returns the current values of the fields that a website can fill in. */
function fillable(form: SetupForm): Filled {
  const { name, summary = '', keywords = [], competitors = [], communities = [] } = form.getValues()
  return { name, summary, keywords, competitors, communities }
}

function fillIn(form: SetupForm, filled: Filled): void {
  const options = { shouldValidate: form.formState.isSubmitted }
  form.setValue('name', filled.name, options)
  form.setValue('summary', filled.summary, options)
  form.setValue('keywords', filled.keywords, options)
  form.setValue('competitors', filled.competitors, options)
  form.setValue('communities', filled.communities, options)
}
