import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Input } from '../../ui/fields/input.tsx'
import { Icon } from '../../ui/icon.tsx'

interface CopyFieldProps {
  label: string
  hint?: string
  value: string
  autoFocus?: boolean
}

/** Shows a text in one line with a button that copies it. */
export function CopyField({ label, hint, value, autoFocus = false }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy(value, () => input.current?.select())
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              ref={input}
              readOnly
              value={value}
              onFocus={(event) => event.target.select()}
              className="min-w-0 flex-1 font-mono text-sm"
            />
            <Button look="primary" className="h-10" autoFocus={autoFocus} onClick={copy}>
              <CopyLabel copied={copied} />
            </Button>
          </div>
        )}
      </Field>
      <Outcome copied={copied} />
    </div>
  )
}

/** Shows an example in as many lines as it has, with a button that copies it. */
export function CopyExample({ label, text }: { label: string; text: string }) {
  const box = useRef<HTMLPreElement>(null)
  const { copied, copy } = useCopy(text, () => box.current && getSelection()?.selectAllChildren(box.current))
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="flex items-end justify-between gap-4">
        <span className="font-medium">{label}</span>
        <Button size="small" aria-label={`Copy: ${label}`} onClick={copy}>
          <CopyLabel copied={copied} />
        </Button>
      </figcaption>
      <pre
        ref={box}
        className="wrap-anywhere whitespace-pre-wrap rounded-lg border border-line bg-sunken px-3 py-2.5 font-mono text-sm"
      >
        {text}
      </pre>
      <Outcome copied={copied} />
    </figure>
  )
}

type Copied = 'yes' | 'no' | null

/** Copies a text. If the browser blocks that, selects it, so that it can be copied with the keyboard. */
function useCopy(text: string, select: () => void): { copied: Copied; copy: () => void } {
  const [copied, setCopied] = useState<Copied>(null)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      () => {
        select()
        setCopied('no')
      },
    )
  return { copied, copy }
}

function CopyLabel({ copied }: { copied: Copied }) {
  return (
    <>
      <Icon name={copied === 'yes' ? 'check' : 'copy'} /> {copied === 'yes' ? 'Copied' : 'Copy'}
    </>
  )
}

function Outcome({ copied }: { copied: Copied }) {
  return (
    <p aria-live="polite" className="text-sm empty:hidden">
      {copied === 'yes' && 'Copied to your clipboard.'}
      {copied === 'no' && 'Your browser blocked copying. The text is selected: press Ctrl+C, or Cmd+C on a Mac.'}
    </p>
  )
}
