import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { LeadRun } from '#features/discovery/contract.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { call } from './api.ts'
import { CriteriaFields } from './criteria-fields.tsx'
import { type Draft, draftOf, sentOf } from './draft.ts'
import { criteriaText } from './labels.ts'
import { productQuery, runQuery, runsQuery } from './queries.ts'

interface RunFormProps {
  project: CurrentProject
  /** The run whose criteria fill the form; null: those of the project. */
  from: string | null
  onStarted: (run: LeadRun) => void
}

/** The form for a new run, filled in so that the first run takes one click. */
export function RunForm({ project, from, onStarted }: RunFormProps) {
  const product = useQuery(productQuery(project.id))
  const earlier = useQuery({ ...runQuery(from ?? ''), enabled: from !== null })
  if (hasFailed(product)) return <FetchFailure query={product} title="Couldn't load your project" />
  if (!product.data || (from !== null && earlier.isPending)) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-28 w-full" />
      </div>
    )
  }
  return (
    <FilledForm
      project={project}
      audience={product.data.audience}
      start={draftOf(product.data, earlier.data ?? null)}
      isOpen={from !== null}
      onStarted={onStarted}
    />
  )
}

interface FilledFormProps {
  project: CurrentProject
  audience: readonly string[]
  start: Draft
  isOpen: boolean
  onStarted: (run: LeadRun) => void
}

function FilledForm({ project, audience, start, isOpen, onStarted }: FilledFormProps) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(start)
  const [open, setOpen] = useState(isOpen)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { criteria, schedule } = sentOf(draft, audience)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      const { data } = await call('leadRunsCreate', { body: { data: { project: project.id, criteria, schedule } } })
      queryClient.setQueryData(runQuery(data.id).queryKey, data)
      void queryClient.invalidateQueries({ queryKey: runsQuery(project.id).queryKey })
      onStarted(data)
    } catch (fault) {
      leaveWhenSignedOut(fault)
      setError(messageOf(fault))
      setBusy(false)
    }
  }

  return (
    <form
      aria-label="New run"
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-5 rounded-xl border border-line bg-raised p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold">New run</h2>
          <p className="wrap-anywhere mt-0.5 text-muted text-sm">
            {criteriaText({ ...criteria, audience: draft.audience })} · best {criteria.size}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name="settings" /> {open ? 'Hide criteria' : 'Change criteria'}
          </Button>
          <Button type="submit" look="brand" busy={busy}>
            <Icon name="find" /> {busy ? 'Starting…' : 'Start run'}
          </Button>
        </div>
      </div>
      <FormError>{error}</FormError>
      {open && <CriteriaFields project={project} draft={draft} onChange={setDraft} />}
    </form>
  )
}
