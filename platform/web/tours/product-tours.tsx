import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { notify } from '../../ui/overlays/toast.tsx'
import { extra } from '../../ui/parts.ts'
import { useFlag } from '../api/flags.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useWide } from '../page/wide.ts'
import { complete, hasCompleted } from './completed.ts'
import type { Tour } from './tour.ts'
import { elementOf } from './tour.ts'
import { tours } from './tours.ts'
import { whenShown } from './when-shown.ts'

/** Fetched by those who are shown a tour. One that could not be fetched is left out, and begins with the next page. */
const Card = lazy(() => extra(async () => (await import('./card.tsx')).Card))

/** Shows the tour of the page one is on, until it was completed or skipped once; later by command (SPEC 1, 4). */
export function ProductTours() {
  const { pathname } = useLocation()
  const tour = tours.find(({ path }) => path === pathname)
  return tour ? <TourOf key={tour.area} tour={tour} /> : null
}

function TourOf({ tour }: { tour: Tour }) {
  const [running, setRunning] = useState(false)
  const wide = useWide()
  const isOn = useFlag('tours')
  const [first] = tour.steps

  useEffect(() => {
    if (isOn && !running && !hasCompleted(tour.area)) return whenShown(first, () => setRunning(true))
  }, [first, isOn, running, tour])

  useCommands(
    'Help',
    [
      {
        id: `tour ${tour.area}`,
        label: 'Show the tour of this page',
        icon: 'play',
        words: 'help guide introduction',
        run: () => {
          if (elementOf(first)) setRunning(true)
          else notify({ title: 'There is nothing here yet that the tour could show' })
        },
        focus: 'own',
      },
    ],
    'shell',
  )

  if (!running) return null
  return (
    <Suspense>
      {/* A narrow page shows other things: it has a tour of its own. */}
      <Card key={String(wide)} tour={tour} onEnd={() => complete(tour.area)} onGone={() => setRunning(false)} />
    </Suspense>
  )
}
