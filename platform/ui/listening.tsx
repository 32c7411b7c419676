import { lazy, Suspense } from 'react'
import { Signal } from './signal.tsx'

/** The mark stands in while the moving one is fetched, and where it could not be. */
const Mark = () => <Signal className="h-16 w-auto text-accent" />

const Moving = lazy(() =>
  import('./listening-drawn.tsx').then(
    ({ ListeningDrawn }) => ({ default: ListeningDrawn }),
    () => ({ default: Mark }),
  ),
)

/** The mark of the product, hearing something again and again: for the first wait, when there is nothing to see yet. */
export function Listening({ evenIfReduced = false }: { evenIfReduced?: boolean }) {
  return (
    <Suspense fallback={<Mark />}>
      <Moving evenIfReduced={evenIfReduced} />
    </Suspense>
  )
}
