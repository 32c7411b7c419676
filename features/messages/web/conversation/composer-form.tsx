import { type KeyboardEvent, type ReactNode, Suspense } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Textarea } from '#platform/ui/fields/input.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import type { CannedRepliesProps } from '#platform/web/feature.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { useSlot } from '#platform/web/slots.ts'
import type { Message } from '../../contract.ts'
import { composerId } from '../inbox/element-ids.ts'
import { seenUntil } from './company.ts'
import type { Draft } from './use-draft.ts'

interface ComposerFormProps extends Pick<CannedRepliesProps, 'projectId' | 'channel' | 'lead'> {
  draft: Draft
  messages: readonly Message[]
  /** Whether somebody else answered since the user began to write: then sending needs a click that says so. */
  isAnswered: boolean
  label: string
  placeholder: string
  /** Whether the field gets the focus when it appears. */
  focused: boolean
  /** The label of the button that sends; null: Earshot can't send here. */
  sends: string | null
  /** Other ways to send, beside the button. */
  others?: ReactNode
  /** Above the field. */
  above?: ReactNode
  /** Below the field. */
  below?: ReactNode
}

/** The field of an answer with its canned replies, how its draft is saved, and the button that sends it. */
export function ComposerForm({
  projectId,
  channel,
  lead,
  draft,
  messages,
  isAnswered,
  label,
  placeholder,
  focused,
  sends,
  others,
  above,
  below,
}: ComposerFormProps) {
  const CannedReplies = useSlot('cannedReplies')
  const { busy, error, send } = useSubmission()
  const { text } = draft
  const isEmpty = text.trim() === ''
  const submit = () => {
    if (!isEmpty && sends !== null) void send(() => draft.send(seenUntil(messages)))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !isAnswered) submit()
    if (event.key !== 'Escape') return
    // The first Escape leaves the field, and only the next one the conversation.
    event.stopPropagation()
    event.currentTarget.blur()
  }
  const status = error ?? draft.failure
  return (
    <form
      className="@container flex shrink-0 flex-col gap-2 border-line border-t px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {above}
      <Textarea
        id={composerId}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        autoFocus={focused}
        maxLength={10_000}
        onChange={(event) => draft.write(event.target.value)}
        onKeyDown={onKeyDown}
        className="max-h-60 min-h-16! overflow-y-auto"
      />
      {below}
      <div className="flex flex-wrap items-center gap-2">
        <Suspense>
          <CannedReplies
            projectId={projectId}
            channel={channel}
            lead={lead}
            onInsert={(inserted) => draft.write(isEmpty ? inserted : `${text.trimEnd()}\n\n${inserted}`)}
          />
        </Suspense>
        <p
          aria-live="polite"
          className={classes('min-w-0 flex-1 basis-24 text-sm', status ? 'text-danger' : 'text-muted')}
        >
          {status ?? (isEmpty ? '' : draft.isSaved ? 'Saved as your draft.' : '')}
        </p>
        {!isEmpty && others}
        {sends !== null && (
          <Button type="submit" look="primary" busy={busy} disabled={isEmpty}>
            {isAnswered ? 'Send anyway' : sends}
            {!isAnswered && <Kbd className="@max-md:hidden">Ctrl ↵</Kbd>}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Why nothing can be written here, in place of the composer. */
export function NoComposer({ children }: { children: ReactNode }) {
  return <p className="shrink-0 border-line border-t bg-sunken px-4 py-3 text-muted">{children}</p>
}
