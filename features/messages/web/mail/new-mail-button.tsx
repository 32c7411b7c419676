import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import type { InboxState } from '../inbox/use-inbox.ts'

const NewMail = separatePart(async () => (await import('./new-mail.tsx')).NewMail, {
  title: "Couldn't load the form",
  waiting: <Skeleton className="h-48 w-full" />,
})

/** Begins a conversation by mail, in a dialog. */
export function NewMailButton({ projectId, state }: { projectId: string; state: InboxState }) {
  const { mayChange, writing, setWriting, begin } = state
  if (!mayChange) return null
  return (
    <>
      <Button size="small" look="primary" onClick={() => setWriting(true)}>
        <Icon name="edit" /> New email
      </Button>
      <Dialog open={writing} onOpenChange={setWriting} title="New email">
        <NewMail
          projectId={projectId}
          onBegun={(conversation) => {
            setWriting(false)
            begin(conversation)
          }}
          onCancel={() => setWriting(false)}
        />
      </Dialog>
    </>
  )
}
