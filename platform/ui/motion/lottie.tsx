import lottie from 'lottie-web/build/player/lottie_light'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { classes } from '../classes.ts'
import { isMotionReduced, onReducedMotion } from './animate.ts'
import { type LottieOptions, lottieSettings } from './animation-settings.ts'

interface LottieProps extends LottieOptions {
  /** The frame shown to people who prefer reduced motion. */
  stillFrame: number
  /** Plays even for people who prefer reduced motion. */
  evenIfReduced?: boolean
  className?: string
}

/**
 * A Lottie animation. Its player is 38 kB, so load this component on demand. Decorative: the text beside it has the
 * same meaning. Throws the errors of SPEC 8 for invalid options.
 */
export function Lottie({ stillFrame, evenIfReduced = false, className, ...options }: LottieProps) {
  const { source, renderer, speed, loop, autoplay } = lottieSettings(options)
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
      // The player modifies its data.
      ...(animationData ? { animationData: structuredClone(animationData) } : { path }),
    })
    player.setSpeed(speed)
    if (isStill) player.goToAndStop(stillFrame, true)
    return () => player.destroy()
  }, [animationData, path, renderer, speed, loop, autoplay, isStill, stillFrame])

  return <div ref={frame} aria-hidden="true" className={classes('shrink-0', className)} />
}
