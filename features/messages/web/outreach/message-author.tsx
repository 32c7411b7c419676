import { useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import type { MessageAuthorProps } from '#platform/web/feature.ts'
import { OutreachForm } from './outreach-form.tsx'

/** The button that shows what a lead's author said about messages, and begins one. */
export function MessageAuthor({ projectId, leadId, showReply }: MessageAuthorProps) {
  const [open, setOpen] = useState(false)
  /** Where a public reply is written, if that was chosen. */
  const reply = useRef<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          reply.current = null
          setOpen(true)
        }}
      >
        <Icon name="mail" /> Message the author
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Message the author" finalFocus={() => reply.current}>
        <OutreachForm
          projectId={projectId}
          leadId={leadId}
          onPublicReply={
            showReply &&
            (() => {
              reply.current = showReply()
              setOpen(false)
            })
          }
        />
      </Dialog>
    </>
  )
}
