import { Fragment } from 'react'
import { classes } from '../../ui/classes.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { isMac, keycapsOf } from './keys.ts'

/** The keys of a command as keycaps, `g` then `o`. */
export function Keycaps({ keys, className, cap }: { keys: string; className?: string; cap?: string }) {
  return (
    <span className={classes('inline-flex shrink-0 items-center gap-1', className)}>
      {keycapsOf(keys, isMac()).map((each, step) => (
        <Fragment key={each}>
          {step > 0 && <span className="sr-only">then</span>}
          <Kbd {...(cap && { className: cap })}>{each}</Kbd>
        </Fragment>
      ))}
    </span>
  )
}
