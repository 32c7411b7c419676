import {
  type FlagName,
  type FlagSource,
  type FlagValues,
  flagNames,
  flagOf,
  withOverride,
} from '#platform/contract/flags.ts'
import { storedOverrides, storeOverrides } from '#platform/ui/local-flags.ts'
import { animate } from '#platform/ui/motion/animate.ts'
import { userFlags } from './flags.ts'

const because: Record<FlagSource, string> = {
  local: 'set in this browser',
  user: 'set for your account',
  default: 'default',
}
const values: Record<string, boolean | null> = { on: true, off: false, default: null }

/** Shows the value of each flag and lets visitors override it (DECISIONS 30). */
export async function start(): Promise<void> {
  const page = document.querySelector<HTMLElement>('[data-feature-flags]')
  const state = page?.querySelector<HTMLElement>('[data-flags-state]')
  const reset = page?.querySelector<HTMLButtonElement>('[data-flags-reset]')
  if (!page || !state || !reset) return
  let local = storedOverrides()
  let own: FlagValues = {}

  const moves = () => ({ evenIfReduced: flagOf('fullMotion', local, own).value })
  const show = () => {
    for (const name of flagNames) showFlag(page, name, local, own, moves())
    reset.disabled = Object.keys(local).length === 0
  }
  const change = (next: FlagValues, message: string) => {
    local = next
    state.textContent = storeOverrides(next)
      ? message
      : 'This browser blocks storage, so your choice is lost when you leave this page.'
    animate(state, 'enter', moves())
    show()
  }

  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-value]') : null
    const row = button?.closest<HTMLElement>('[data-flag]')
    const name = flagNames.find((each) => each === row?.dataset.flag)
    const value = values[button?.dataset.value ?? '']
    if (!name || value === undefined) return
    change(withOverride(local, name, value), 'Saved. It takes effect on the next page.')
  })
  reset.addEventListener('click', () => {
    change({}, 'All flags reset.')
    page.querySelector<HTMLElement>('button[data-value]')?.focus()
  })
  // Another tab of this browser has changed an override.
  addEventListener('storage', () => {
    local = storedOverrides()
    show()
  })
  show()
  own = await userFlags()
  show()
}

function showFlag(
  page: HTMLElement,
  name: FlagName,
  local: FlagValues,
  own: FlagValues,
  moves: { evenIfReduced: boolean },
): void {
  const row = page.querySelector<HTMLElement>(`[data-flag="${name}"]`)
  const state = row?.querySelector<HTMLElement>('[data-flag-state]')
  if (!row || !state) return
  const { value, source } = flagOf(name, local, own)
  const words = `${value ? 'On' : 'Off'} (${because[source]})`
  if (state.textContent !== words) {
    state.textContent = words
    animate(state, 'change', moves)
  }
  const pressed = source === 'local' ? String(value ? 'on' : 'off') : 'default'
  for (const button of row.querySelectorAll<HTMLElement>('button[data-value]')) {
    button.setAttribute('aria-pressed', String(button.dataset.value === pressed))
  }
}
