import { useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'

interface ShownOnceProps {
  created: { name: string; token: string } | null
  onDone: () => void
}

/** Shows a new token for the only time. */
export function ShownOnce({ created, onDone }: ShownOnceProps) {
  return (
    <Dialog
      open={created !== null}
      onOpenChange={(open) => !open && onDone()}
      title={created ? `“${created.name}” created` : 'API token'}
    >
      {created && <Token token={created.token} onDone={onDone} />}
    </Dialog>
  )
}

function Token({ token, onDone }: { token: string; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(token)
      setCopied('yes')
    } catch {
      // If the browser blocks copying, the user can still copy with the keyboard.
      input.current?.select()
      setCopied('no')
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <Field label="API token" hint="Copy it now. You won't be able to see it again.">
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              ref={input}
              readOnly
              value={token}
              onFocus={(event) => event.target.select()}
              className="min-w-0 flex-1 font-mono text-sm"
            />
            <Button look="primary" className="h-10" autoFocus onClick={() => void copy()}>
              <Icon name={copied === 'yes' ? 'check' : 'copy'} /> {copied === 'yes' ? 'Copied' : 'Copy'}
            </Button>
          </div>
        )}
      </Field>
      <p aria-live="polite" className="text-sm empty:hidden">
        {copied === 'yes' && 'Copied to your clipboard.'}
        {copied === 'no' && 'Your browser blocked copying. The token is selected: press Ctrl+C, or Cmd+C on a Mac.'}
      </p>
      <Button className="self-end" onClick={onDone}>
        Done
      </Button>
    </div>
  )
}
