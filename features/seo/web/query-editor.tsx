import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queriesMost } from '#engine/seo/queries.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import type { SeoReport } from '../contract.ts'
import { call } from './api.ts'

interface QueryEditorProps {
  projectId: string
  queries: SeoReport['queries']
  onClose: () => void
}

/** Chooses what search engines are asked from the next update on. */
export function QueryEditor({ projectId, queries: { texts, isOwn }, onClose }: QueryEditorProps) {
  const queryClient = useQueryClient()
  const [value, setValue] = useState<readonly string[]>(texts)
  const [busy, setBusy] = useState(false)
  const fault =
    value.length > queriesMost
      ? `Enter at most ${queriesMost} queries`
      : value.some((text) => /\bsite:/i.test(text))
        ? 'Leave out “site:”. Positions count among all results.'
        : undefined
  async function save(queries: readonly string[] | null): Promise<void> {
    setBusy(true)
    await withErrorToast(async () => {
      await call('seoQueriesPut', { id: projectId, body: { data: { queries: queries && [...queries] } } })
      await queryClient.invalidateQueries({ queryKey: ['seo', projectId, 'report'] })
      notify({ title: 'Queries saved for the next update' })
      onClose()
    })
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!fault && value.length > 0) void save(value)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Edit queries">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field
          label="Search queries"
          hint="Up to 10, as buyers type them. Search engines are asked in the next update."
          error={fault}
        >
          {(control) => (
            <TagInput
              {...control}
              value={value}
              onChange={setValue}
              noun="query"
              maxLength={100}
              placeholder="best invoicing app"
            />
          )}
        </Field>
        {isOwn && (
          <Button look="ghost" size="small" className="self-start" disabled={busy} onClick={() => void save(null)}>
            Use queries from keywords and competitors
          </Button>
        )}
        <FormEnd error={undefined} busy={busy} disabled={value.length === 0 || fault !== undefined} onCancel={onClose}>
          Save queries
        </FormEnd>
      </form>
    </Dialog>
  )
}
