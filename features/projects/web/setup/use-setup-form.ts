import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { isReached, laterStep, type SetupStep, setupStepOf, setupSteps } from '#engine/rules/setup-steps.ts'
import { text } from '#platform/contract/texts.ts'
import { foldTags } from '#platform/ui/fields/tags.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { fieldErrors, messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery, selectProject } from '#platform/web/session/project.ts'
import { membershipsQuery } from '#platform/web/session/role.ts'
import { useSlot } from '#platform/web/slots.ts'
import { SetupUpdate } from '../../contract.ts'
import { call } from '../api.ts'
import { type Answers, changedAnswers, noAnswers } from './answers.ts'
import type { Filled } from './fill.ts'
import { readUnsaved } from './unsaved.ts'
import { useSaving } from './use-saving.ts'
import { useWebsite } from './use-website.ts'

/** What finishing needs. Saving accepts less, since a setup may be left at any point. */
const Complete = SetupUpdate.required().extend({ name: text(100), summary: text(5000) })

/** The form that the steps share. */
export type SetupForm = UseFormReturn<Answers>

/** The answers of each step, which it checks before the next one. */
const answersOf: Record<SetupStep, (keyof Answers)[]> = {
  product: ['name', 'website', 'summary', 'audience', 'pains'],
  watchlist: ['keywords', 'competitors'],
  communities: ['communities'],
  replies: ['facts', 'voice', 'disclosure'],
  alerts: ['alerts'],
}

/** The setup: restored from the server, filled in from a website on request, saved as it changes, then finished. */
export function useSetupForm(userId: string, onServer: Answers) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const { unreadable } = useSlot('communities')
  const [defaultValues] = useState(() => ({ ...onServer, ...readUnsaved(userId) }))
  const form: SetupForm = useForm<Answers>({
    resolver: zodResolver(Complete),
    defaultValues,
    // Shows a new error only after typing pauses (SPEC 9).
    delayError: 300,
  })
  const { saving, save } = useSaving({ form, userId, onServer })
  const [busy, setBusy] = useState(false)
  const finishing = useRef(false)
  // Without a step, the address stands for where this visit began, so that going back leads there.
  const step = setupStepOf(params.get('step'), { ...form.getValues(), reached: defaultValues.reached })

  function show(shown: SetupStep) {
    form.clearErrors('root')
    setParams({ step: shown })
  }

  // The plan is chosen before the setup begins.
  const isContinued =
    Object.keys(changedAnswers({ ...noAnswers, agencyPlan: defaultValues.agencyPlan }, defaultValues)).length > 0

  /** Opens the next step if this one is in order. */
  async function next() {
    if (!(await form.trigger(answersOf[step], { shouldFocus: true }))) return
    if (step === 'communities' && !(await leaveOutClosed())) return
    const following = setupSteps[setupSteps.indexOf(step) + 1]
    if (!following) return
    const { reached, communities, proposals } = form.getValues()
    // Communities are looked up on their step, so it selects the proposed ones, and skipping it searches all of Reddit.
    if (following === 'communities' && !isReached(following, reached))
      form.setValue('communities', foldTags([...communities, ...proposals.communities]))
    form.setValue('reached', laterStep(reached, following))
    show(following)
  }

  function back() {
    show(setupSteps[setupSteps.indexOf(step) - 1] ?? 'product')
  }

  /** Shows the step of a field with an error. */
  function showFault(fields: readonly (keyof Answers)[]) {
    const faulty = setupSteps.find((each) => answersOf[each].some((field) => fields.includes(field)))
    if (faulty && faulty !== step) setParams({ step: faulty })
  }

  /** Leaves out the communities that can't be read. Shows an error and returns false if none would be left. */
  async function leaveOutClosed(): Promise<boolean> {
    const { communities, proposals } = form.getValues()
    const closed = await unreadable(queryClient)
    const open = communities.filter((name) => !closed.has(name))
    // An empty list means all of Reddit, which is not what a user who typed a name wants.
    if (open.length === 0 && communities.some((name) => !proposals.communities.includes(name))) {
      form.setError('communities', { type: 'closed' })
      return false
    }
    form.setValue('communities', open)
    return true
  }

  /** Finishes the setup with what is there. A second press is ignored while the first one is under way. */
  async function finish() {
    if (finishing.current) return
    finishing.current = true
    setBusy(true)
    try {
      await submit()
    } catch (error) {
      leaveWhenSignedOut(error)
      const found = fieldErrors(error, Object.keys(noAnswers) as (keyof Answers)[])
      for (const [name, message] of found) form.setError(name, { message })
      if (found.size === 0) form.setError('root', { message: messageOf(error) })
      showFault([...found.keys()])
    } finally {
      finishing.current = false
      setBusy(false)
    }
  }

  async function submit() {
    form.clearErrors('root')
    if (!(await form.trigger(undefined, { shouldFocus: true })))
      return showFault(Object.keys(form.formState.errors) as (keyof Answers)[])
    if (!(await leaveOutClosed())) return showFault(['communities'])
    await save()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const { data: project } = await call('setupCompletionsCreate', { body: { data: { timeZone } } })
    selectProject(project.id)
    await queryClient.fetchQuery({ ...projectsQuery, staleTime: 0 })
    void queryClient.invalidateQueries({ queryKey: membershipsQuery.queryKey })
    await navigate(paths.opportunities, { replace: true })
  }

  function fill(answers: Partial<Answers>) {
    const options = { shouldValidate: form.formState.isSubmitted }
    for (const [field, value] of Object.entries(answers)) form.setValue(field as keyof Answers, value, options)
  }

  /** Empties the form, with an undo. */
  function startOver() {
    const before = form.getValues()
    fill({ ...noAnswers, agencyPlan: before.agencyPlan })
    form.clearErrors()
    show('product')
    notify({ title: 'Started over', undo: () => fill(before) })
  }

  const website = useWebsite({
    read: () => {
      const {
        website: _,
        voice: __,
        disclosure: ___,
        alerts: ____,
        reached: _____,
        agencyPlan: ______,
        ...filled
      } = form.getValues()
      return filled
    },
    write: ({ communities, ...filled }: Filled) => {
      const isSeen = isReached('communities', form.getValues('reached'))
      fill(isSeen ? { ...filled, communities } : filled)
      form.clearErrors(['name', 'summary'])
    },
  })

  async function readWebsite() {
    const address = form.getValues('website')
    if (!address) form.setError('website', { type: 'empty' }, { shouldFocus: true })
    else if (await form.trigger('website', { shouldFocus: true })) await website.start(address)
  }

  async function readSample(address: string) {
    form.setValue('website', address)
    form.clearErrors('website')
    await website.start(address)
  }

  return {
    ...{ form, step, asked: params.get('step'), saving, busy, formError: form.formState.errors.root?.message },
    ...{ next, back, finish, startOver, isContinued },
    website: { ...website, read: readWebsite, readSample },
  }
}
