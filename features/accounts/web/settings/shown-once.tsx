import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { CopyField } from '#platform/web/forms/copyable.tsx'

interface ShownOnceProps {
  created: { name: string; token: string } | null
  onDone: () => void
}

/** Shows a new token for the only time. */
export function ShownOnce({ created, onDone }: ShownOnceProps) {
  return (
    <Dialog
      open={created !== null}
      onOpenChange={(open) => !open && onDone()}
      title={created ? `“${created.name}” created` : 'API token'}
    >
      {created && (
        <div className="flex flex-col gap-5">
          <CopyField
            label="API token"
            hint="Copy it now. You won't be able to see it again."
            value={created.token}
            autoFocus
          />
          <Button className="self-end" onClick={onDone}>
            Done
          </Button>
        </div>
      )}
    </Dialog>
  )
}
