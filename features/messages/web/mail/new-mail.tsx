import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { suppressionWording } from '#engine/mail/wordings.ts'
import { buttonClasses } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useSettled } from '#platform/web/api/use-settled.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { paths } from '#platform/web/page/paths.ts'
import type { Mailbox } from '../../contract-mailbox.ts'
import { call } from '../api.ts'
import { mailboxesQuery, suppressionOfQuery } from '../mailboxes/queries.ts'
import { isAddress } from './address.ts'
import { peopleWithEmailQuery } from './queries.ts'

interface NewMailProps {
  projectId: string
  onBegun: (conversation: string) => void
  onCancel: () => void
}

/** Asks from which mailbox, to whom, and about what a mail is. It is written in its conversation. */
export function NewMail(props: NewMailProps) {
  const query = useQuery(mailboxesQuery(props.projectId))
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the mailboxes" />
  if (!query.data) return <Skeleton className="h-48 w-full" />
  const mailboxes = query.data.filter(({ state }) => state !== 'disconnected')
  const [first] = mailboxes
  if (first) return <Form {...props} mailboxes={mailboxes} first={first} />
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-pretty text-muted">Connect a mailbox to send email from Earshot.</p>
      <Link to={paths.projectMailboxes} className={buttonClasses({ look: 'primary' })}>
        Connect mailbox
      </Link>
    </div>
  )
}

const settledMs = 300

function Form({
  projectId,
  onBegun,
  onCancel,
  mailboxes,
  first,
}: NewMailProps & { mailboxes: Mailbox[]; first: Mailbox }) {
  const listId = useId()
  const [mailbox, setMailbox] = useState(first.id)
  const [to, setTo] = useState('')
  const [subject, setSubject] = useState('')
  const [isTried, setTried] = useState(false)
  const { busy, error, send } = useSubmission()
  const address = to.trim().toLowerCase()
  const settled = useSettled(address, settledMs)
  const { data: people = [] } = useQuery(peopleWithEmailQuery(projectId, settled))
  const { data: suppression } = useQuery({
    ...suppressionOfQuery(projectId, settled),
    enabled: isAddress(settled),
  })
  const person = people.find(({ email }) => email === address)
  const refusal = person?.doNotContact
    ? `u/${person.handle} asked not to be contacted.`
    : suppression && settled === address
      ? suppressionWording(suppression.reason)
      : null
  const faults = {
    to: isAddress(to) ? null : 'Enter an email address',
    subject: subject.trim() === '' ? 'Enter a subject' : null,
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (faults.to !== null || faults.subject !== null || refusal !== null) return
    const recipient = person ? { person: person.id } : { address }
    void send(async () => {
      const data = { project: projectId, mailbox, subject: subject.trim(), ...recipient }
      onBegun((await call('mailConversationsCreate', { body: { data } })).data.conversation)
    })
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {mailboxes.length > 1 && (
        <Field label="From">
          {(control) => (
            <Select
              {...control}
              value={mailbox}
              options={mailboxes.map(({ id, address: own, name }) => ({ value: id, label: own, detail: name }))}
              onChange={setMailbox}
            />
          )}
        </Field>
      )}
      <Field
        label="To"
        hint={
          person
            ? `u/${person.handle} gave this address in a message.`
            : 'An address, or the name of a person who gave you theirs.'
        }
        error={refusal ?? (isTried ? (faults.to ?? undefined) : undefined)}
      >
        {(control) => (
          <>
            <Input
              {...control}
              type="email"
              value={to}
              maxLength={254}
              list={listId}
              autoComplete="off"
              autoFocus
              onChange={(event) => setTo(event.target.value)}
            />
            <datalist id={listId}>
              {people.map(({ id, email, handle }) => (
                <option key={id} value={email ?? ''}>{`u/${handle}`}</option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label="Subject" error={isTried ? (faults.subject ?? undefined) : undefined}>
        {(control) => (
          <Input {...control} value={subject} maxLength={200} onChange={(event) => setSubject(event.target.value)} />
        )}
      </Field>
      <FormEnd error={error} busy={busy} disabled={refusal !== null} onCancel={onCancel}>
        Write mail
      </FormEnd>
    </form>
  )
}
