import { lazy, Suspense } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'
import { useProject } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'

/** Waits until the page is quiet, because the list's rows load first. */
const Strip = lazy(async () => {
  await new Promise<void>(whenQuiet)
  return loadOptional(async () => (await import('./strip.tsx')).Strip)
})

/** Shows the server's health to permitted members. Reserves its space from the start. */
export function HealthStrip() {
  const mayKnow = useMay('readWatchlist')
  const projectId = useProject()?.id
  if (mayKnow === false) return null
  if (!mayKnow || projectId === undefined) return <EmptyStrip />
  return (
    <Suspense fallback={<EmptyStrip />}>
      <Strip projectId={projectId} />
    </Suspense>
  )
}

/** Holds the strip's space until there is a report. */
export function EmptyStrip() {
  return <div className="h-8 shrink-0 border-line border-t bg-sunken" />
}
