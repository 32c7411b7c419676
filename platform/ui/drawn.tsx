import lottie from 'lottie-web/build/player/lottie_light'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type DrawnOptions, drawnSettings } from '../web/behavior/animation.ts'
import { isMotionReduced, onReducedMotion } from './animate.ts'
import { classes } from './classes.ts'

interface DrawnProps extends DrawnOptions {
  /** The frame that is shown where less motion is asked for. */
  stillFrame: number
  /** Plays even there. */
  evenIfReduced?: boolean
  className?: string
}

/**
 * A drawn animation (Lottie), by its player: 38 kB, so that it is to be fetched when it is shown. Decorative: what it says
 * is said in words beside it. Throws what SPEC 8 says where it is asked for wrongly.
 */
export function Drawn({ stillFrame, evenIfReduced = false, className, ...options }: DrawnProps) {
  const { source, renderer, speed, loop, autoplay } = drawnSettings(options)
  const frame = useRef<HTMLDivElement>(null)
  const isStill = useSyncExternalStore(onReducedMotion, isMotionReduced) && !evenIfReduced
  const { animationData, path } = { animationData: undefined, path: undefined, ...source }

  useEffect(() => {
    if (!frame.current) return
    const player = lottie.loadAnimation({
      container: frame.current,
      renderer,
      loop,
      autoplay: autoplay && !isStill,
      // The player writes into what it is given.
      ...(animationData ? { animationData: structuredClone(animationData) } : { path }),
    })
    player.setSpeed(speed)
    if (isStill) player.goToAndStop(stillFrame, true)
    return () => player.destroy()
  }, [animationData, path, renderer, speed, loop, autoplay, isStill, stillFrame])

  return <div ref={frame} aria-hidden="true" className={classes('shrink-0', className)} />
}
