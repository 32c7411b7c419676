import { storeColorMode, storedColorMode } from '#platform/ui/color-mode.ts'
import { barColor, type ColorMode, colorModeKey, colorModes } from '#platform/web/behavior/color-mode.ts'

/** Lets visitors choose between light, dark and the mode of the operating system (SPEC 4). */
export function start(): void {
  const choice = document.querySelector<HTMLElement>('[data-color-choice]')
  if (!choice) return
  const buttons = [...choice.querySelectorAll<HTMLButtonElement>('button[data-mode]')]
  const press = (chosen: ColorMode) => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.mode === chosen))
  }
  choice.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-mode]') : null
    const mode = colorModes.find((each) => each === button?.dataset.mode)
    if (!mode) return
    storeColorMode(mode)
    show(mode)
    press(mode)
  })
  const follow = () => {
    show(storedColorMode())
    press(storedColorMode())
  }
  // The choice may have changed in another tab since the first paint, may change again, or may be newer than a page
  // restored from the browser's cache.
  follow()
  addEventListener('storage', ({ key }) => (key === colorModeKey || key === null) && follow())
  addEventListener('pageshow', ({ persisted }) => persisted && follow())
}

function show(mode: ColorMode): void {
  const { classList } = document.documentElement
  classList.toggle('dark', mode === 'dark')
  classList.toggle('system', mode === 'system')
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    bar.content = barColor(mode, bar.media.includes('dark'))
  }
}
