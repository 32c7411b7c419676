import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { SavedView } from '../contract.ts'
import { call } from './api.ts'
import { savedViewsQuery } from './queries.ts'
import { nameMax } from './save-view.tsx'

interface ManageViewsProps {
  projectId: string
  kind: SavedView['kind']
  views: readonly SavedView[]
  /** The query of the view that is shown. */
  params: string
  isShown: (params: string) => boolean
  onClose: () => void
}

/** The saved views, to rename, to replace with the current one, and to delete. */
export function ManageViews({ projectId, kind, views, params: current, isShown, onClose }: ManageViewsProps) {
  const queryClient = useQueryClient()
  const { defer, isHidden } = useDeferred()
  const { queryKey } = savedViewsQuery(projectId, kind)
  const refetch = () => queryClient.invalidateQueries({ queryKey })

  const rename = async (id: string, name: string) => {
    await call('savedViewsUpdate', { id, body: { data: { name } } })
    await refetch()
  }
  const replace = ({ id, params: before }: Pick<SavedView, 'id' | 'params'>, params: string) =>
    withErrorToast(async () => {
      await call('savedViewsUpdate', { id, body: { data: { params } } })
      await refetch()
      notify({ title: 'View updated', undo: () => void replace({ id, params }, before) })
    })
  const remove = (id: string) =>
    defer({
      id,
      title: 'View deleted',
      work: () => call('savedViewsDelete', { id, keepalive: true }),
      after: refetch,
    })
  const left = views.filter(({ id }) => !isHidden(id))
  return (
    <Dialog open onOpenChange={onClose} title="Manage views">
      <ul aria-label="Saved views" className="-mx-2 flex flex-col">
        {left.map((saved) => (
          <SavedViewRow
            key={saved.id}
            saved={saved}
            isShown={isShown(saved.params)}
            onRename={(name) => rename(saved.id, name)}
            onReplace={() => void replace(saved, current)}
            onRemove={() => remove(saved.id)}
          />
        ))}
      </ul>
      {left.length === 0 && <p className="text-muted">No saved views</p>}
    </Dialog>
  )
}

interface RowProps {
  saved: SavedView
  isShown: boolean
  onRename: (name: string) => Promise<void>
  onReplace: () => void
  onRemove: () => void
}

function SavedViewRow({ saved, isShown, onRename, onReplace, onRemove }: RowProps) {
  const { busy, error, send } = useSubmission()
  const [name, setName] = useState<string | null>(null)
  if (name !== null) {
    return (
      <li className="px-2 py-1.5">
        <form
          noValidate
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '') return
            void send(async () => {
              await onRename(name.trim())
              setName(null)
            })
          }}
        >
          <Input
            autoFocus
            aria-label={`New name for ${saved.name}`}
            value={name}
            maxLength={nameMax}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" look="primary" busy={busy}>
            Rename
          </Button>
        </form>
        <FormError>{error}</FormError>
      </li>
    )
  }
  return (
    <li className="flex min-h-11 items-center gap-1 rounded-lg px-2 hover:bg-sunken">
      <span className="wrap-anywhere min-w-0 flex-1">{saved.name}</span>
      {!isShown && (
        <Button look="ghost" size="small" aria-label={`Update ${saved.name}`} onClick={onReplace}>
          Update
        </Button>
      )}
      <Button look="ghost" size="small" aria-label={`Rename ${saved.name}`} onClick={() => setName(saved.name)}>
        Rename
      </Button>
      <Button look="ghost" size="icon" aria-label={`Delete ${saved.name}`} onClick={onRemove}>
        <Icon name="remove" />
      </Button>
    </li>
  )
}
