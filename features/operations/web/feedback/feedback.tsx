import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Textarea } from '#platform/ui/fields/input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { setOpenDialog, useOpenDialog } from '#platform/web/commands/open-dialog.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { FeedbackKind } from '../../contract.ts'
import { feedbackMax } from '../../contract-limits.ts'
import { call } from '../api.ts'

const kinds: { kind: FeedbackKind; label: string; placeholder: string }[] = [
  { kind: 'idea', label: 'Idea', placeholder: 'What would you like Earshot to do?' },
  { kind: 'problem', label: 'Problem', placeholder: 'What did you do, and what went wrong?' },
  { kind: 'praise', label: 'Praise', placeholder: 'What do you like?' },
]

/** The unsent text, kept until the page is closed. */
let draft = ''

/** The feedback form for messages to the operator (DECISIONS 28). */
export function Feedback() {
  const open = useOpenDialog() === 'feedback'
  useCommands(
    'Contact',
    [
      {
        id: 'feedback',
        label: 'Send feedback',
        icon: 'comment',
        words: 'idea problem bug praise contact support',
        run: () => setOpenDialog('feedback'),
        focus: 'own',
      },
    ],
    'shell',
  )
  return (
    <Dialog open={open} onOpenChange={(next) => !next && setOpenDialog(null)} title="Send feedback">
      <FeedbackForm />
    </Dialog>
  )
}

function FeedbackForm() {
  const { pathname } = useLocation()
  const [kind, setKind] = useState<FeedbackKind>('idea')
  const [text, setText] = useState(draft)
  const [withPage, setWithPage] = useState(true)
  const [fault, setFault] = useState<string>()
  const { busy, error, send } = useSubmission()
  const field = useRef<HTMLTextAreaElement>(null)

  function type(typed: string) {
    draft = typed
    setText(typed)
    setFault(undefined)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') {
      field.current?.focus()
      return setFault('Enter your feedback')
    }
    void send(async () => {
      await call('feedbackCreate', { body: { data: { kind, text, page: withPage ? pathname : null } } })
      draft = ''
      setOpenDialog(null)
      notify({ title: 'Feedback sent. Thank you.', color: 'green' })
    })
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Type</legend>
        {kinds.map((each) => (
          <label
            key={each.kind}
            className="flex min-h-9 cursor-pointer items-center rounded-full border border-edge px-4 font-medium text-muted hover:text-ink has-checked:border-accent-ink has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="kind"
              className="sr-only"
              checked={kind === each.kind}
              onChange={() => setKind(each.kind)}
            />
            {each.label}
          </label>
        ))}
      </fieldset>
      <Field label="Your feedback" hint="Sent to the server administrator with your email address." error={fault}>
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            value={text}
            onChange={(event) => type(event.target.value)}
            maxLength={feedbackMax}
            placeholder={kinds.find((each) => each.kind === kind)?.placeholder}
            className="max-h-[min(16rem,35dvh)] min-h-32"
          />
        )}
      </Field>
      <Checkbox label={`Include the current page (${pathname})`} checked={withPage} onChange={setWithPage} />
      <FormEnd error={error} busy={busy} onCancel={() => setOpenDialog(null)}>
        {busy ? 'Sending…' : 'Send feedback'}
      </FormEnd>
    </form>
  )
}
