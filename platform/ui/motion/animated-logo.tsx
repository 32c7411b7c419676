import { lazy, Suspense } from 'react'
import { Signal } from '../signal.tsx'

/** Shown while the animation loads, or if it can't be loaded. */
const Mark = () => <Signal className="h-16 w-auto text-accent" />

const Moving = lazy(() =>
  import('./logo-animation.tsx').then(
    ({ LogoAnimation }) => ({ default: LogoAnimation }),
    () => ({ default: Mark }),
  ),
)

/** The animated logo of the product, for the initial load. */
export function AnimatedLogo({ evenIfReduced = false }: { evenIfReduced?: boolean }) {
  return (
    <Suspense fallback={<Mark />}>
      <Moving evenIfReduced={evenIfReduced} />
    </Suspense>
  )
}
