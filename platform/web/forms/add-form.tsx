import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Input } from '../../ui/fields/input.tsx'
import { splitTags } from '../../ui/fields/tags.ts'
import { messageOf } from '../api/call-error.ts'
import { leaveWhenSignedOut } from '../api/query-client.ts'

interface AddFormProps {
  label: string
  hint: string
  placeholder: string
  maxLength: number
  /** Content beside the input, such as a choice of kind. */
  children?: ReactNode
  onAdd: (text: string) => Promise<void>
}

/** Adds one entry or a pasted list. Entries that the server rejects stay in the input. */
export function AddForm({ label, hint, placeholder, maxLength, children, onAdd }: AddFormProps) {
  const [draft, setDraft] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { key, state } = useLocation()
  // Users who followed a link to add an entry can type at once.
  useEffect(() => {
    if (key && state === 'add') input.current?.focus()
  }, [key, state])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const entries = splitTags(draft)
    const tooLong = entries.find((entry) => entry.length > maxLength)
    if (tooLong) return setError(`“${tooLong.slice(0, 40)}…” is too long. The limit is ${maxLength} characters`)
    setBusy(true)
    setError(undefined)
    try {
      while (entries[0]) {
        await onAdd(entries[0])
        entries.shift()
      }
    } catch (fault) {
      leaveWhenSignedOut(fault)
      setError(messageOf(fault))
    }
    setDraft(entries.join(', '))
    setBusy(false)
    input.current?.focus()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...control}
              ref={input}
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text')
                if (!/[\r\n\t]/.test(text)) return
                event.preventDefault()
                setDraft(splitTags(`${draft}${text}`).join(', '))
              }}
              placeholder={placeholder}
              autoComplete="off"
              className="min-w-0 flex-1 max-sm:basis-full"
            />
            {children}
            <Button type="submit" look="primary" busy={busy} className="h-10">
              Add
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
