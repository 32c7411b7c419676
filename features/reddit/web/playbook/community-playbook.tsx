import { lazy, Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { loadOptional } from '#platform/ui/parts.ts'
import type { CommunityPlaybookProps } from '#platform/web/feature.ts'
import { playbookParam } from '#platform/web/page/playbook-address.ts'

const PlaybookDrawer = lazy(() => loadOptional(async () => (await import('./playbook-drawer.tsx')).PlaybookDrawer))

/** The playbook of the community that the address names, if it names one. */
export function CommunityPlaybook(props: CommunityPlaybookProps) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const name = params.get(playbookParam)
  if (name === null) return null
  const close = () =>
    setParams(
      (before) => {
        before.delete(playbookParam)
        return before
      },
      { replace: true, preventScrollReset: true, state },
    )
  return (
    <Suspense>
      <PlaybookDrawer {...props} typed={name} onClose={close} />
    </Suspense>
  )
}
