import { getIconData } from '@iconify/utils/lib/icon-set/get-icon'
import { quicklyValidateIconSet } from '@iconify/utils/lib/icon-set/validate-basic'
import { iconToSVG } from '@iconify/utils/lib/svg/build'
import { iconToHTML } from '@iconify/utils/lib/svg/html'
import { svgToURL } from '@iconify/utils/lib/svg/url'
import { useEffect, useState } from 'react'
import { iconStore } from '../web/behavior/icon-loader.ts'
import { browserTimers } from '../web/behavior/timers.ts'
import { classes } from './classes.ts'

const store = iconStore({
  after: browserTimers.after,
  ask: async (url, signal) => {
    const answer = await fetch(url, { signal, credentials: 'same-origin' })
    return { status: answer.status, set: answer.ok ? await answer.json() : null }
  },
})

/**
 * An icon outside the style sheet, by set and name such as `bxl:google`: loaded from our own server, otherwise from one
 * of these hosts (SPEC 7). Decorative; its space stays empty if it can't be loaded.
 */
export function LoadedIcon({ name, hosts, className }: { name: string; hosts: readonly string[]; className?: string }) {
  const [image, setImage] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    void store.load(name, ['/icons', ...hosts]).then((outcome) => {
      if (!isGone && outcome.state === 'found') setImage(imageOf(outcome.set, name))
    })
    return () => {
      isGone = true
    }
  }, [name, hosts])
  return (
    <span
      aria-hidden="true"
      className={classes('inline-block size-4 shrink-0', image && 'bg-current', className)}
      style={image === null ? undefined : { mask: `${image} center / contain no-repeat` }}
    />
  )
}

/** Renders the icon as an image, in which no script can run. */
function imageOf(response: unknown, icon: string): string | null {
  const set = quicklyValidateIconSet(response)
  const data = set && getIconData(set, icon.slice(icon.indexOf(':') + 1))
  if (!data) return null
  const { body, attributes } = iconToSVG(data)
  return svgToURL(iconToHTML(body, attributes))
}
