import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { notify } from '../../ui/overlays/toast.tsx'
import { loadOptional } from '../../ui/parts.ts'
import { useFlag } from '../api/config.ts'
import { useCommands } from '../commands/use-commands.ts'
import { whenQuiet } from '../page/when-quiet.ts'
import { useIsWide } from '../page/wide.ts'
import { completeTour, hasCompleted } from './completed.ts'
import { elementOf, type Tour, type TourStep } from './tour.ts'

/** Loaded only when a tour is shown. If loading fails, the tour starts on the next page. */
const Card = lazy(() => loadOptional(async () => (await import('./card.tsx')).Card))

/** Shows the tour of the current page until it is completed or skipped; later it runs by command (SPEC 1, 4). */
export function ProductTours({ tours }: { tours: readonly Tour[] }) {
  const { pathname } = useLocation()
  const tour = tours.find(({ path }) => path === pathname)
  return tour ? <TourOf key={tour.area} tour={tour} /> : null
}

function TourOf({ tour }: { tour: Tour }) {
  const [running, setRunning] = useState(false)
  const wide = useIsWide()
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
        label: 'Show tour',
        icon: 'play',
        words: 'help guide introduction',
        run: () => {
          if (elementOf(first)) setRunning(true)
          else notify({ title: 'The tour starts once this page has content' })
        },
        focus: 'own',
      },
    ],
    'shell',
  )

  if (!running) return null
  return (
    <Suspense>
      {/* A narrow page has a tour of its own, because it shows other elements. */}
      <Card
        key={String(wide)}
        tour={tour}
        isWide={wide}
        onEnd={() => completeTour(tour.area)}
        onGone={() => setRunning(false)}
      />
    </Suspense>
  )
}

/** Layers over the page; a tour waits until they close. */
const open = ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])[data-open]'

/**
 * Calls back when the step's element is shown, no layer covers it and the page is quiet. Returns a function that
 * cancels it.
 */
function whenShown(step: TourStep, then: () => void): () => void {
  let forget: (() => void) | null = null
  const isShown = () => document.querySelector(open) === null && elementOf(step) !== null
  const check = () => {
    if (forget !== null || !isShown()) return
    forget = whenQuiet(() => {
      forget = null
      if (!isShown()) return
      observer.disconnect()
      then()
    })
  }
  const observer = new MutationObserver(check)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-open'] })
  check()
  return () => {
    observer.disconnect()
    forget?.()
  }
}
