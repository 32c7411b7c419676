import { type FormEvent, useState } from 'react'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { call } from '../api.ts'

interface QuoteFormProps {
  projectId: string
  leadId: string
  handle: string
  /** The person's ID; null if the project doesn't know them yet. */
  person: string | null
  onDone: () => void
}

/** Records an invitation that a member found, such as in a comment. The server compares it with Reddit. */
export function QuoteForm({ projectId, leadId, handle, person, onDone }: QuoteFormProps) {
  const [quote, setQuote] = useState('')
  const [permalink, setPermalink] = useState('')
  const [isTried, setTried] = useState(false)
  const { busy, error, send } = useSubmission()
  const missing = (text: string, fault: string) => (isTried && text.trim() === '' ? fault : undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (quote.trim() === '' || permalink.trim() === '') return
    void send(async () => {
      const id = person ?? (await call('peopleCreate', { body: { data: { project: projectId, handle } } })).data.id
      const data = { quote: quote.trim(), permalink: permalink.trim(), opportunity: leadId }
      await call('personInvitationPut', { id, body: { data } })
      onDone()
    })
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-pretty text-muted">
        Did u/{handle} ask for messages in a comment? Quote their words. Earshot checks them on Reddit.
      </p>
      <Field label="Their words" error={missing(quote, 'Quote the words that invite messages')}>
        {(control) => (
          <Textarea
            {...control}
            maxLength={500}
            placeholder="Feel free to DM me"
            value={quote}
            onChange={(event) => setQuote(event.target.value)}
          />
        )}
      </Field>
      <Field label="Link to the comment or post" error={missing(permalink, 'Enter the link to their words')}>
        {(control) => (
          <Input
            {...control}
            type="url"
            maxLength={500}
            placeholder="https://www.reddit.com/r/…"
            value={permalink}
            onChange={(event) => setPermalink(event.target.value)}
          />
        )}
      </Field>
      <FormEnd error={error} busy={busy} onCancel={onDone}>
        {busy ? 'Checking…' : 'Check and save'}
      </FormEnd>
    </form>
  )
}
