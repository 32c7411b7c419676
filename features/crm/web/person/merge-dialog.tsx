import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { SearchField } from '#platform/web/forms/search-field.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { RedditPerson } from '../../contract.ts'
import { call, changes } from '../api.ts'
import { mergeLines } from './merge-text.ts'

interface MergeDialogProps {
  projectId: string
  /** Who stays. */
  person: RedditPerson
  onClose: () => void
}

/** Merges another person into one: choose whom, see what moves, confirm. */
export function MergeDialog({ projectId, person, onClose }: MergeDialogProps) {
  const [other, setOther] = useState<RedditPerson | null>(null)
  return (
    <Dialog open onOpenChange={onClose} title={`Merge with u/${person.handle}`}>
      {other ? (
        <Preview projectId={projectId} person={person} other={other} onBack={() => setOther(null)} onClose={onClose} />
      ) : (
        <Choice projectId={projectId} person={person} onChoose={setOther} />
      )}
    </Dialog>
  )
}

/** The most people that a search offers. */
const offeredMost = 8

function candidatesQuery(projectId: string, person: string, text: string) {
  return queryOptions({
    queryKey: ['people', projectId, 'candidates', person, text],
    queryFn: async ({ signal }): Promise<RedditPerson[]> => {
      const filters = {
        project: { id: { $eq: projectId } },
        id: { $ne: person },
        ...(text !== '' && { handle: { $containsi: text.replace(/^\/?u\//i, '') } }),
      }
      const query = { filters, sort: 'handle:asc', pagination: { pageSize: offeredMost } }
      return (await call('peopleFind', { query, signal })).data
    },
  })
}

interface ChoiceProps {
  projectId: string
  person: RedditPerson
  onChoose: (other: RedditPerson) => void
}

function Choice({ projectId, person, onChoose }: ChoiceProps) {
  const [text, setText] = useState('')
  const query = useQuery(candidatesQuery(projectId, person.id, text))
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        Choose the other account of the same person. Everything of theirs moves to u/{person.handle}.
      </p>
      <SearchField id="merge-search" label="Search people by handle" text={text} onSearch={setText} />
      {hasFailed(query) ? (
        <FetchFailure query={query} title="Couldn't load people" />
      ) : !query.data ? (
        <div role="status" aria-label="Searching" className="flex flex-col gap-2">
          <Skeleton className="h-9 rounded-lg" />
          <Skeleton className="h-9 rounded-lg" />
        </div>
      ) : query.data.length === 0 ? (
        <p className="text-muted">No one else matches this handle.</p>
      ) : (
        <ul aria-label="People" className="-mx-2 flex flex-col">
          {query.data.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                onClick={() => onChoose(other)}
                className="wrap-anywhere flex min-h-10 w-full items-center rounded-lg px-2 py-1 text-left hover:bg-hover"
              >
                u/{other.handle}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface PreviewProps {
  projectId: string
  person: RedditPerson
  other: RedditPerson
  onBack: () => void
  onClose: () => void
}

function Preview({ projectId, person, other, onBack, onClose }: PreviewProps) {
  const queryClient = useQueryClient()
  const { busy, error, send } = useSubmission()
  const preview = useQuery({
    queryKey: ['people', projectId, 'merge', person.id, other.id],
    queryFn: async ({ signal }) => {
      const body = { data: { person: other.id } }
      return (await call('mergePreviewsCreate', { id: person.id, body, signal })).data
    },
  })
  const merge = async () => {
    await changes.send(() => call('personMerge', { id: person.id, body: { data: { person: other.id } } }))
    onClose()
    notify({ title: `Merged u/${other.handle} into u/${person.handle}` })
    const keys = ['person', 'tasks', 'timeline', 'person-leads', 'person-conversations', 'person-emails']
    for (const key of keys) invalidate(queryClient, { queryKey: [key, person.id] })
    invalidate(queryClient, { queryKey: ['notes', { person: person.id }] })
    invalidate(queryClient, { queryKey: ['people', projectId] })
  }
  if (hasFailed(preview)) return <FetchFailure query={preview} title="Couldn't load what would move" />
  if (!preview.data) {
    return (
      <div role="status" aria-label="Loading what would move" className="flex flex-col gap-2">
        <Skeleton className="h-5 w-64" />
        <Skeleton className="h-5 w-48" />
      </div>
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(merge)
      }}
      className="flex flex-col gap-4"
    >
      <p>
        <b className="font-semibold">u/{other.handle}</b> becomes another account of{' '}
        <b className="font-semibold">u/{person.handle}</b>. This can't be undone.
      </p>
      <ul aria-label="What moves" className="flex flex-col gap-1.5">
        {mergeLines(preview.data, other.handle).map((line) => (
          <li key={line} className="flex gap-2">
            <Icon name="check" className="mt-1 text-good" />
            <span className="wrap-anywhere min-w-0">{line}</span>
          </li>
        ))}
      </ul>
      <Button look="ghost" size="small" onClick={onBack} className="self-start">
        <Icon name="back" /> Choose another person
      </Button>
      <FormEnd error={error} busy={busy} look="danger" onCancel={onClose}>
        {busy ? 'Merging…' : 'Merge'}
      </FormEnd>
    </form>
  )
}
