import { lazy, Suspense } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'
import { useProject } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'

/** Rows come first. */
const Strip = lazy(async () => {
  await new Promise<void>(whenQuiet)
  return loadOptional(async () => (await import('./strip.tsx')).Strip)
})

/** How the program is doing, for those of the project who may know; its place is there from the beginning. */
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

/** The place of the line before there is something to say. */
export function EmptyStrip() {
  return <div className="h-8 shrink-0 border-line border-t bg-sunken" />
}
