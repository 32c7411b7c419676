import { type FormEvent, useState } from 'react'
import { mailWarmUp } from '#engine/mail/caps.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { Switch } from '#platform/ui/fields/switch.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { Mailbox } from '../../contract-mailbox.ts'
import { call } from '../api.ts'
import { numberFault } from '../settings/number-fault.ts'

interface EditMailboxProps {
  mailbox: Mailbox
  onSaved: () => void
  onCancel: () => void
}

const dailyMostMost = 500

/** Changes what a mailbox sends as, how many first mails, and which mail is stored. */
export function EditMailbox({ mailbox, onSaved, onCancel }: EditMailboxProps) {
  const { busy, error, send } = useSubmission()
  const [name, setName] = useState(mailbox.name)
  const [signature, setSignature] = useState(mailbox.signature)
  const [daily, setDaily] = useState(String(mailbox.dailyMost))
  const [showsAll, setShowsAll] = useState(mailbox.showsAll)
  const [isTried, setTried] = useState(false)
  const faults = {
    name: name.trim() === '' ? 'Enter a sender name' : null,
    daily: numberFault(daily, dailyMostMost),
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (faults.name !== null || faults.daily !== null) return
    const data = { name: name.trim(), signature: signature.trimEnd(), dailyMost: Number(daily), showsAll }
    void send(async () => {
      await call('mailboxesUpdate', { id: mailbox.id, body: { data } })
      onSaved()
    })
  }

  const shown = (fault: string | null) => (isTried && fault !== null ? fault : undefined)
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Sender name" hint="Recipients see it next to the address." error={shown(faults.name)}>
        {(control) => (
          <Input {...control} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Field label="Signature" hint="Added below each email.">
        {(control) => (
          <Textarea
            {...control}
            value={signature}
            maxLength={2000}
            onChange={(event) => setSignature(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="First emails per day"
        hint={`Up to ${dailyMostMost}; answers don't count, first emails of other projects with this mailbox do. A new mailbox starts with ${mailWarmUp.start} and sends ${mailWarmUp.growth} more each day. Today: ${mailbox.today.most}.`}
        error={shown(faults.daily)}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={daily}
            maxLength={4}
            onChange={(event) => setDaily(event.target.value)}
          />
        )}
      </Field>
      <Switch
        label="Show all mail"
        hint="Also store new mail from people this project doesn't know. When off, Earshot stores only conversations that began here and mail from people who gave you their address."
        checked={showsAll}
        onChange={setShowsAll}
      />
      <FormEnd error={error} busy={busy} onCancel={onCancel}>
        Save
      </FormEnd>
    </form>
  )
}
