import { useLayoutEffect, useState } from 'react'
import { classes } from '#platform/ui/classes.ts'
import { showColorMode, storeColorMode, storedColorMode } from '#platform/ui/color-mode.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { type ColorMode, colorModes } from '#platform/web/behavior/color-mode.ts'

const names: Record<ColorMode, string> = { light: 'Light', dark: 'Dark', system: 'System' }

/** Light, dark, or like the operating system. */
export function ModeSwitch() {
  const [mode, setMode] = useState(storedColorMode)
  useLayoutEffect(() => showColorMode(mode), [mode])
  return (
    <fieldset className="flex gap-0.5 rounded-lg border border-line bg-sunken p-0.5">
      <legend className="sr-only">Color mode</legend>
      {colorModes.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === mode}
          onClick={() => {
            setMode(each)
            storeColorMode(each)
          }}
          className={classes(
            'inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 font-medium text-sm',
            each === mode ? 'bg-raised text-ink shadow-press ring-1 ring-line' : 'text-muted hover:text-ink',
          )}
        >
          <Icon name={each} className="max-sm:size-4.5" />
          <span className="max-sm:sr-only">{names[each]}</span>
        </button>
      ))}
    </fieldset>
  )
}
