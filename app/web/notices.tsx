import { type ComponentType, useEffect, useState } from 'react'
import { whenNoticeWaits } from '#platform/ui/overlays/toast.tsx'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'

/** The area for notices. It loads once the page is quiet, or with the first notice. */
export function Notices() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)

  useEffect(() => {
    const load = () => {
      import('#platform/ui/overlays/toaster.tsx').then((loaded) => setToaster(() => loaded.Toaster), console.warn)
    }
    whenNoticeWaits(load)
    return whenQuiet(load)
  }, [])

  return Toaster && <Toaster />
}
