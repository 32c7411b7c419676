import { type ColorMode, colorModes } from '../behaviours/color-mode.ts'
import { storeColorMode, storedColorMode } from '../ui/color-mode.ts'

/** The browser's bar in each mode (SPEC 1); page.html has the same two for before the first paint. */
const bars = { light: 'white', dark: '#111827' } as const

/** Lets one choose between light, dark and what the operating system is (SPEC 4). */
export function start(): void {
  const choice = document.querySelector<HTMLElement>('[data-color-choice]')
  if (!choice) return
  const buttons = [...choice.querySelectorAll<HTMLButtonElement>('button[data-mode]')]
  const press = (chosen: ColorMode) => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.mode === chosen))
  }
  press(storedColorMode())
  choice.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-mode]') : null
    const mode = colorModes.find((each) => each === button?.dataset.mode)
    if (!mode) return
    storeColorMode(mode)
    show(mode)
    press(mode)
  })
  // Another tab of the site chose.
  addEventListener('storage', () => {
    show(storedColorMode())
    press(storedColorMode())
  })
}

function show(mode: ColorMode): void {
  const { classList } = document.documentElement
  classList.toggle('dark', mode === 'dark')
  classList.toggle('system', mode === 'system')
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const system = bar.media.includes('dark') ? bars.dark : bars.light
    bar.content = mode === 'system' ? system : bars[mode]
  }
}
