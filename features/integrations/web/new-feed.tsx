import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { call } from './api.ts'
import { feedsQuery, feedViewsQuery } from './queries.ts'

interface NewFeedProps {
  projectId: string
  onCreated: (feed: { name: string; address: string }) => void
}

/** Creates a feed of the default list, the mentions, or a saved view. */
export function NewFeed({ projectId, onCreated }: NewFeedProps) {
  const queryClient = useQueryClient()
  const { data: views = [] } = useQuery(feedViewsQuery(projectId))
  const [chosen, setChosen] = useState('leads')
  const [busy, setBusy] = useState(false)
  const options = [
    { value: 'leads', label: 'New leads' },
    { value: 'mentions', label: 'Mentions' },
    ...views.map(({ id, name }) => ({ value: id, label: name })),
  ]

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const content = chosen === 'mentions' ? 'mentions' : 'leads'
    const view = ['leads', 'mentions'].includes(chosen) ? null : chosen
    await withErrorToast(async () => {
      const { data } = await call('viewFeedsCreate', { body: { data: { project: projectId, content, view } } })
      const name = options.find(({ value }) => value === chosen)?.label ?? ''
      onCreated({ name, address: data.address })
      await queryClient.invalidateQueries({ queryKey: feedsQuery(projectId).queryKey })
    })
    setBusy(false)
  }

  return (
    <form onSubmit={(event) => void create(event)} aria-label="New feed" className="flex flex-col gap-4">
      <Field label="List" hint="New leads, mentions, or a saved view of Opportunities.">
        {(control) => <Select {...control} value={chosen} onChange={setChosen} options={options} />}
      </Field>
      <Button type="submit" busy={busy} className="self-start">
        {busy ? 'Creating…' : 'Create feed'}
      </Button>
    </form>
  )
}
