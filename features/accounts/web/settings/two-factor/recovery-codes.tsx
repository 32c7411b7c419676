import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { CopyExample } from '#platform/web/forms/copyable.tsx'

interface RecoveryCodesProps {
  email: string
  codes: readonly string[]
  onDone: () => void
}

/** Shows new recovery codes for the only time. Not a dialog, since a stray Escape would lose them. */
export function RecoveryCodes({ email, codes, onDone }: RecoveryCodesProps) {
  const [saved, setSaved] = useState(false)

  function download(): void {
    const url = URL.createObjectURL(new Blob([fileOf(email, codes)], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: 'earshot-recovery-codes.txt' })
    link.click()
    URL.revokeObjectURL(url)
    setSaved(true)
  }

  return (
    <div className="flex max-w-lg flex-col gap-5 rounded-xl border border-line p-5">
      <h3 className="font-semibold">Save your recovery codes</h3>
      <p className="text-pretty">
        If you lose your authenticator app, you can sign in with one of these codes. Each works once. Keep them in a
        safe place: they won't be shown again.
      </p>
      <CopyExample label="Recovery codes" text={codes.join('\n')} />
      <div className="flex flex-wrap gap-2">
        <Button autoFocus onClick={download}>
          <Icon name={saved ? 'check' : 'download'} /> {saved ? 'Downloaded' : 'Download'}
        </Button>
        <Button look="primary" onClick={onDone}>
          I saved them
        </Button>
      </div>
    </div>
  )
}

function fileOf(email: string, codes: readonly string[]): string {
  return `Earshot recovery codes of ${email}\nEach code works once.\n\n${codes.join('\n')}\n`
}
