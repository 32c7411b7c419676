import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { notify } from '#platform/ui/overlays/toast.tsx'

/**
 * Notifies the user of the result after the redirect back from a provider, which the URL names, and removes it from the
 * URL. All results but `good` stay until they are closed.
 */
export function useReturnNotice<Name extends string>(texts: Readonly<Record<Name, string>>, good: Name): void {
  const [query, setQuery] = useSearchParams()
  const notice = query.get('notice')
  useEffect(() => {
    if (notice === null || !Object.hasOwn(texts, notice)) return
    const look = notice === good ? ({ color: 'green' } as const) : ({ color: 'amber', timeout: 0 } as const)
    notify({ id: `notice ${notice}`, title: texts[notice as Name], ...look })
    setQuery(
      (before) => {
        const rest = new URLSearchParams(before)
        rest.delete('notice')
        return rest
      },
      { replace: true },
    )
  }, [notice, texts, good, setQuery])
}
