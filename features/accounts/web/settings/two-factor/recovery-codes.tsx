import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { CopyExample } from '#platform/web/forms/copyable.tsx'

interface RecoveryCodesProps {
  email: string
  /** Null: none to show. */
  codes: string[] | null
  onDone: () => void
}

/** Shows new recovery codes for the only time. It closes only by its button, so that nobody loses them by accident. */
export function RecoveryCodes({ email, codes, onDone }: RecoveryCodesProps) {
  return (
    <Dialog open={codes !== null} onOpenChange={() => {}} title="Save your recovery codes">
      {codes && <Codes email={email} codes={codes} onDone={onDone} />}
    </Dialog>
  )
}

function Codes({ email, codes, onDone }: RecoveryCodesProps & { codes: string[] }) {
  const [saved, setSaved] = useState(false)
  const text = codes.join('\n')

  function download(): void {
    const url = URL.createObjectURL(new Blob([fileOf(email, codes)], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: 'earshot-recovery-codes.txt' })
    link.click()
    URL.revokeObjectURL(url)
    setSaved(true)
  }

  return (
    <div className="flex flex-col gap-5">
      <p className="text-pretty">
        If you lose your authenticator app, you can sign in with one of these codes. Each works once. Keep them in a
        safe place: they won't be shown again.
      </p>
      <CopyExample label="Recovery codes" text={text} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={download}>
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
