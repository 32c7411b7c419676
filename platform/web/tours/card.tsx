import { Popover } from '@base-ui/react/popover'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { pageElement } from '../commands/key-listener.ts'
import { elementOf, stepsOf, type Tour, type TourStep } from './tour.ts'

interface CardProps {
  tour: Tour
  isWide: boolean
  /** Called when the tour is completed or skipped. */
  onEnd: () => void
  /** Called when the card has left the page. */
  onGone: () => void
}

/** A card that moves from one element of the page to the next and never covers the element it describes. */
export function Card({ tour, isWide, onEnd, onGone }: CardProps) {
  const [step, setStep] = useState<TourStep>(tour.steps[0])
  const [open, setOpen] = useState(true)
  const [before] = useState(() => document.activeElement)
  const forward = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const element = useMemo(() => elementOf(step), [step])
  const steps = stepsOf(tour, isWide)
  const index = steps.indexOf(step)
  // Looked for at each step, because elements may have loaded meanwhile.
  const isHere = (each: TourStep) => elementOf(each) !== null
  const previous = steps.slice(0, index).findLast(isHere)
  const next = steps.slice(index + 1).find(isHere)

  useEffect(() => {
    if (element && open) return outlined(element)
  }, [element, open])

  const end = () => {
    onEnd()
    setOpen(false)
  }

  /** Returns the focus to the previous element, unless the user has focused another one. */
  const focusAfter = () => {
    const { activeElement } = document
    if (activeElement !== document.body && !popup.current?.contains(activeElement)) return false
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
    const target = isThere ? before : pageElement()
    // Not returned: the card would focus the first control inside the returned element.
    target?.focus({ preventScroll: true })
    return false
  }

  return (
    <Popover.Root
      open={open}
      onOpenChange={(opened, why) => {
        // The user may tab out of the card into the page.
        if (why.reason === 'focus-out') why.cancel()
        else if (!opened) end()
      }}
      onOpenChangeComplete={(opened) => !opened && onGone()}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={element}
          side={step.side ?? 'bottom'}
          align="start"
          sideOffset={8}
          collisionPadding={8}
          positionMethod="fixed"
          className="z-40 print:hidden"
        >
          <Popover.Popup
            ref={popup}
            initialFocus={forward}
            finalFocus={focusAfter}
            className={classes(
              'flex max-h-(--available-height) w-80 max-w-[calc(100vw-1rem)] flex-col gap-3 overflow-y-auto rounded-xl',
              'border border-line bg-raised p-4 text-ink shadow-lift outline-none transition-opacity duration-150',
              'data-ending-style:opacity-0 data-starting-style:opacity-0',
            )}
          >
            <div aria-live="polite" className="flex flex-col gap-1">
              <p className="tabular text-muted text-xs">
                {tour.name}, {index + 1} of {steps.length}
              </p>
              <Popover.Title className="font-semibold text-lg">{step.title}</Popover.Title>
              <Popover.Description className="text-muted">{step.text}</Popover.Description>
            </div>
            <div className="flex flex-wrap items-center gap-2">
              {next && (
                <Popover.Close className={buttonClasses({ look: 'ghost', size: 'small' }, '-ml-2.5')}>
                  Skip tour
                </Popover.Close>
              )}
              <div className="ml-auto flex gap-2">
                {previous && (
                  <Button size="small" onClick={() => setStep(previous)}>
                    Back
                  </Button>
                )}
                <Button ref={forward} look="primary" size="small" onClick={() => (next ? setStep(next) : end())}>
                  {next ? 'Next' : 'Done'}
                </Button>
              </div>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Outlines an element and scrolls it into view. Returns a function that removes the outline. */
function outlined(element: HTMLElement): () => void {
  const { outline, outlineOffset } = element.style
  element.style.outline = '2px solid var(--color-accent-ink)'
  element.style.outlineOffset = '-2px'
  element.scrollIntoView({ block: 'nearest' })
  return () => {
    element.style.outline = outline
    element.style.outlineOffset = outlineOffset
  }
}
