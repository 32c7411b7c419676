import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { CopyExample, CopyField } from '#platform/web/forms/copyable.tsx'
import { receiverExample } from './receiver-example.ts'

/** A secret, and the title of the dialog that shows it. */
export interface ShownSecret {
  title: string
  secret: string
}

/** Shows a webhook's secret for the only time, with an example of a receiver that verifies messages. */
export function WebhookSecret({ shown, onDone }: { shown: ShownSecret | null; onDone: () => void }) {
  return (
    <Dialog open={shown !== null} onOpenChange={(open) => !open && onDone()} title={shown?.title ?? 'Webhook'}>
      {shown && (
        <div className="flex flex-col gap-5">
          <CopyField
            label="Signing secret"
            hint="Copy it now. You won't be able to see it again."
            value={shown.secret}
            autoFocus
          />
          <CopyExample label="Receiver for Node.js" text={receiverExample} />
          <p className="text-muted text-sm">
            Messages follow the Standard Webhooks specification, which has libraries for other languages too. After a
            failure, a message is sent again with the same <code className="font-mono">webhook-id</code>, so ignore IDs
            you've already handled.
          </p>
          <Button className="self-end" onClick={onDone}>
            Done
          </Button>
        </div>
      )}
    </Dialog>
  )
}
