import { useRef } from 'react'
import { logoBytesMax } from '#engine/brand/logo-limits.ts'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { bytesText } from '#platform/web/text/bytes.ts'
import type { Brand } from '../../contract.ts'
import { call } from '../api.ts'
import { keepBrand } from '../queries.ts'

/** Uploads and removes the logo of a saved brand. */
export function LogoField({ brand }: { brand: Brand | null }) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, error, send } = useSubmission()
  const upload = (file: File) =>
    send(async () => {
      if (file.size > logoBytesMax) throw new Error(`The file is larger than ${bytesText(logoBytesMax)}, the limit.`)
      keepBrand((await call('brandLogoPut', { bytes: file })).data)
      notify({ title: 'Logo saved', color: 'green' })
    })
  const remove = () =>
    send(async () => {
      keepBrand((await call('brandLogoDelete', {})).data)
      notify({ title: 'Logo removed' })
    })
  return (
    <Section
      title="Logo"
      hint="A PNG or JPEG of up to 1 MB. It is shown up to 240 by 64 pixels, on your background color."
    >
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} disabled={brand === null} onClick={() => !busy && input.current?.click()}>
          <Icon name="upload" /> {busy ? 'Uploading…' : brand?.logo ? 'Replace logo…' : 'Upload logo…'}
        </Button>
        {brand?.logo && (
          <Button look="ghost" disabled={busy} onClick={() => void remove()}>
            Remove logo
          </Button>
        )}
      </div>
      {brand === null && <p className="text-muted text-sm">Save the name and colors first.</p>}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label="Logo file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void upload(file)
          event.target.value = ''
        }}
      />
      <FormError>{error}</FormError>
    </Section>
  )
}
