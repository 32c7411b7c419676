import { useEffect, useState } from 'react'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'

type Overlays = typeof import('./overlays.tsx')

let loaded: Overlays | null = null

async function fetchOverlays(): Promise<Overlays> {
  loaded = await import('./overlays.tsx')
  return loaded
}

/**
 * Returns the menus and the drawer of the shell, null until they are loaded, and loads them now. They load once the
 * page is quiet, or earlier on demand, since they are a fifth of the code that the first page needs.
 */
export function useOverlays(): [overlays: Overlays | null, load: () => void] {
  const [overlays, setOverlays] = useState(loaded)
  useEffect(() => {
    if (overlays === null) return whenQuiet(() => fetchOverlays().then(setOverlays, () => {}))
  }, [overlays])
  const load = () => {
    fetchOverlays().then(setOverlays, () =>
      notify({ title: "Couldn't open this. Check your connection and try again.", color: 'red' }),
    )
  }
  return [overlays, load]
}
